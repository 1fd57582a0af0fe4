import { type DragEvent, type KeyboardEvent, lazy, type RefObject, Suspense, useEffect, useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { useSession } from '../../shell/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { AttachButton, AttachedFileBar } from './attach/attach-file.tsx';
import { useAttachedFile } from './attach/use-attached-file.ts';
import { type Conversation, isWindowOver } from './conversation.ts';
import { inboxTexts } from './texts.ts';
import { useNow } from './use-now.ts';
import type { Outbox } from './use-outbox.ts';

const TemplateForm = lazy(() => import('./template-form.tsx').then((file) => ({ default: file.TemplateForm })));

interface Props {
  conversation: Conversation;
  outbox: Outbox;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** The draft of a conversation; it survives a reload. */
function useDraft(id: number): [string, (text: string) => void] {
  const { tenant, member } = useSession();
  const storedAs = ['parley.draft', tenant?.slug, member?.id, id].join('.');
  const [text, setText] = useState(() => localStorage.getItem(storedAs) ?? '');
  useEffect(() => {
    if (text === '') localStorage.removeItem(storedAs);
    else localStorage.setItem(storedAs, text);
  }, [text, storedAs]);
  return [text, setText];
}

function TextForm({ conversation, outbox, field }: Props) {
  const t = useTexts(inboxTexts);
  const { id, channel } = conversation;
  const [text, setText] = useDraft(id);
  const file = useAttachedFile(id, channel);
  const send = (): void => {
    const message = text.trim();
    if (file.loading || (message === '' && !file.ready)) return;
    const answer = {
      ...(message === '' ? {} : { message }),
      ...(file.ready ? { upload_id: file.ready.uploadId } : {}),
    };
    outbox.send(answer, [...(file.ready ? [file.ready.name] : []), message].join('\n').trim());
    setText('');
    file.remove();
  };
  const drop = (event: DragEvent): void => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    file.choose(event.dataTransfer.files);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="grid gap-2"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <AttachedFileBar channel={channel} file={file} />
      <div className="flex items-end gap-2">
        <AttachButton channel={channel} file={file} />
        <textarea
          ref={field}
          dir="auto"
          rows={2}
          maxLength={6000}
          aria-label={t('reply')}
          placeholder={t('reply_hint')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return;
            event.preventDefault();
            file.choose(event.clipboardData.files);
          }}
          className="max-h-60 min-h-16 min-w-0 flex-1 resize-y rounded-lg border border-line bg-surface p-3 placeholder:text-muted"
        />
        <Button look="primary" type="submit" disabled={file.loading !== null}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}

/** Writes an answer: a text, or on wa a template, the only option once the reply window has closed. */
export function Composer({ conversation, outbox, field }: Props) {
  const t = useTexts(inboxTexts);
  const nowMs = useNow();
  const [wantsTemplate, setWantsTemplate] = useState(false);
  const isOver = isWindowOver(conversation, nowMs);
  const isTemplate = conversation.channel === 'wa' && (isOver || wantsTemplate);
  return (
    <section aria-label={t('reply')} className="grid gap-2 border-t border-line bg-surface p-3">
      {isOver && (
        <p role="status" className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
          {t('template_only')}
        </p>
      )}
      {isTemplate ? (
        <Suspense>
          <TemplateForm conversation={conversation} outbox={outbox} />
        </Suspense>
      ) : (
        <TextForm conversation={conversation} outbox={outbox} field={field} />
      )}
      {conversation.channel === 'wa' && !isOver && (
        <button
          type="button"
          className="min-h-8 justify-self-start text-sm text-accent underline"
          onClick={() => setWantsTemplate(!wantsTemplate)}
        >
          {wantsTemplate ? t('write_text') : t('templates')}
        </button>
      )}
    </section>
  );
}
