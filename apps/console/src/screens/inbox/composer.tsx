import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { useSession } from '../../shell/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { type Conversation, isWindowOver } from './conversation.ts';
import { TemplateForm } from './template-form.tsx';
import { inboxTexts } from './texts.ts';
import { useNow } from './use-now.ts';
import type { Outbox } from './use-outbox.ts';

interface Props {
  conversation: Conversation;
  outbox: Outbox;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** What is being written in a conversation; it survives a reload. */
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
  const [text, setText] = useDraft(conversation.id);
  const send = (): void => {
    const message = text.trim();
    if (message === '') return;
    outbox.send({ message }, message);
    setText('');
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
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
        className="max-h-60 min-h-16 min-w-0 flex-1 resize-y rounded-lg border border-line bg-surface p-3 placeholder:text-muted"
      />
      <Button look="primary" type="submit">
        {t('send')}
      </Button>
    </form>
  );
}

/** Where an answer is written: a text, or on wa a template, which alone is left once the window is over. */
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
        <TemplateForm conversation={conversation} outbox={outbox} />
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
