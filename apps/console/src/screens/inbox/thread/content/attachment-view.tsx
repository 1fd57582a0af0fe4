import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useFormats, useTexts } from '../../../../i18n/language-context.tsx';
import { inboxTexts } from '../../../../texts/inbox.ts';
import { visibleText } from '../../../../ui/text/visible-text.ts';
import type { Message } from '../../conversation/conversation.ts';
import { ContactCard, PlaceCard } from './cards.tsx';
import { isPicture, pathOf, playedAs } from './file-kind.ts';
import { placeOfPicture } from './picture-place.ts';
import { readContact, readPlace } from './read-payload.ts';
import { VoicePlayer } from './voice-player.tsx';

const Lightbox = lazy(() => import('./lightbox.tsx').then((file) => ({ default: file.Lightbox })));

type Attachment = Message['attachments'][number];

/** Plays a video or a sound, which is loaded only on demand. */
function Player({ file, path, name }: { file: Attachment; path: string; name: string }) {
  const played = playedAs(file);
  // biome-ignore lint/a11y/useMediaCaption: people send no captions with what they record
  if (played === 'audio') return <audio controls preload="none" src={path} aria-label={name} className="max-w-full" />;
  if (played === null) return null;
  return (
    // biome-ignore lint/a11y/useMediaCaption: people send no captions with what they record
    <video controls preload="none" src={path} aria-label={name} className="h-48 max-w-full rounded-lg bg-raised" />
  );
}

/**
 * A file of a message. Pictures are shown small, in a box whose size is known before they load, and whole when clicked;
 * videos and sounds are played; everything can be downloaded. No file is ever executed.
 */
export function AttachmentView({ file }: { file: Attachment }) {
  const t = useTexts(inboxTexts);
  const formats = useFormats();
  const [isBroken, setBroken] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // The first size stays: one that becomes known later would move what a person is reading.
  const [place] = useState(() => placeOfPicture(file));
  const name = visibleText(file.filename) ?? t('file');
  if (file.type === 'location') return <PlaceCard place={readPlace(file.payload)} />;
  if (file.type === 'contact') return <ContactCard contact={readContact(file.payload)} />;
  const path = pathOf(file.url);
  if (file.type === 'unsupported' || path === null) return <p className="text-muted">{t('unsupported')}</p>;
  if (isPicture(file) && !isBroken)
    return (
      <>
        <a
          href={path}
          target="_blank"
          rel="noreferrer"
          className="block max-w-full"
          style={place}
          onClick={(event) => {
            // With a key, it opens in a tab of its own.
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            setOpen(true);
          }}
        >
          <img
            src={`${path}&size=thumbnail`}
            alt={t('picture', { name })}
            loading="lazy"
            onError={() => setBroken(true)}
            className="size-full rounded-lg bg-raised object-contain"
          />
        </a>
        {isOpen && (
          <Suspense>
            <Lightbox path={path} filename={file.filename} onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </>
    );
  return (
    <>
      {file.type === 'voice' ? <VoicePlayer path={path} /> : <Player file={file} path={path} name={name} />}
      <a
        href={path}
        download={file.filename ?? ''}
        className="flex min-h-10 items-center gap-2 rounded-lg border border-line bg-surface px-3 text-ink"
      >
        <Download aria-hidden className="size-4 shrink-0" />
        <bdi className="min-w-0 truncate">{t('download', { name })}</bdi>
        {file.size !== null && (
          <span className="ms-auto shrink-0 text-sm">{formats.number(Math.ceil(file.size / 1000))} kB</span>
        )}
      </a>
    </>
  );
}
