import { Download } from 'lucide-react';
import { useState } from 'react';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import type { Message } from './conversation.ts';
import { isPicture, pathOf, placeOf } from './file-kind.ts';
import { inboxTexts } from './texts.ts';

type Attachment = Message['attachments'][number];

/** A file of a message: pictures are shown, everything else is a download. What was sent is never run. */
export function AttachmentView({ file }: { file: Attachment }) {
  const t = useTexts(inboxTexts);
  const formats = useFormats();
  const [isBroken, setBroken] = useState(false);
  const name = file.filename ?? t('file');
  if (file.type === 'location') return <p dir="auto">{t('place', { place: placeOf(file.payload) })}</p>;
  if (file.type === 'contact') return <p dir="auto">{t('contact', { name: String(file.payload?.name ?? '') })}</p>;
  const path = pathOf(file.url);
  if (file.type === 'unsupported' || path === null) return <p className="text-muted">{t('unsupported')}</p>;
  if (isPicture(file) && !isBroken)
    return (
      <img
        src={path}
        alt={t('picture', { name })}
        loading="lazy"
        onError={() => setBroken(true)}
        className="h-48 max-w-full rounded-lg bg-raised object-contain"
      />
    );
  return (
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
  );
}
