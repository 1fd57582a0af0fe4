import { memo, type ReactNode } from 'react';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { Button } from '../../ui/button.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { useReason } from '../../ui/problem.tsx';
import { AttachmentView } from './attachment-view.tsx';
import type { Message } from './conversation.ts';
import { canSendAgain } from './send-again.ts';
import { inboxTexts } from './texts.ts';
import { Ticks } from './ticks.tsx';

/** The box of a bubble: outgoing at the end of the line, incoming at its beginning. */
export function Bubble({ isOurs, children }: { isOurs: boolean; children: ReactNode }) {
  const look = isOurs ? 'ms-auto bg-accent-soft' : 'me-auto border border-line bg-surface';
  return <div className={`grid w-fit max-w-[85%] gap-1 rounded-2xl px-3 py-2 ${look}`}>{children}</div>;
}

/** Why a message was not sent, and what the reader can do. */
export function Failure({ problem, children }: { problem: { code: string; message: string }; children?: ReactNode }) {
  const reasonOf = useReason();
  const reason = reasonOf(problem);
  return (
    <div className="grid justify-items-start gap-1 rounded-lg bg-bad-soft p-2 text-sm text-bad">
      <p>{reason}</p>
      {problem.message !== '' && problem.message !== reason && (
        <p dir="auto" className="[overflow-wrap:anywhere]">
          {problem.message}
        </p>
      )}
      {children}
    </div>
  );
}

function Content({ message }: { message: Message }) {
  const t = useTexts(inboxTexts);
  const { text, attachments, template, revoked_at: revokedAt, reply_to: replyTo, author } = message;
  if (revokedAt) return <p className="text-muted italic">{t('taken_back')}</p>;
  return (
    <>
      {author && <bdi className="text-sm font-medium">{author}</bdi>}
      {replyTo && <p className="text-sm text-muted">{t('answer_to')}</p>}
      {attachments.map((file) => (
        <AttachmentView key={file.id} file={file} />
      ))}
      {template && <p className="text-sm text-muted">{t('template', { name: template.name })}</p>}
      {text !== '' && <LongText text={text} />}
    </>
  );
}

interface Props {
  message: Message;
  /** Whether it is the first of its day. */
  beginsDay: boolean;
  /** Null for a customer's message. */
  senderName: string | null;
  onRetry: (message: Message) => void;
}

/** One message of a thread, with its status. */
export const MessageBubble = memo(function MessageBubble({ message, beginsDay, senderName, onRetry }: Props) {
  const t = useTexts(inboxTexts);
  const formats = useFormats();
  const { direction, status, at, edited_at: editedAt, reactions, error } = message;
  const isOurs = direction === 'out';
  return (
    <div className="grid gap-1 px-4 py-1">
      {beginsDay && <p className="mx-auto my-2 rounded-full bg-raised px-3 text-sm text-muted">{formats.date(at)}</p>}
      <Bubble isOurs={isOurs}>
        <Content message={message} />
        {error && status === 'failed' && (
          <Failure problem={error}>
            {canSendAgain(message) && <Button onClick={() => onRetry(message)}>{t('retry')}</Button>}
          </Failure>
        )}
        <p className="flex items-center justify-end gap-2 text-sm text-muted">
          {senderName !== null && <bdi>{senderName}</bdi>}
          {editedAt && <span>{t('edited')}</span>}
          <time dateTime={at}>{formats.time(at)}</time>
          {isOurs && <Ticks status={status} />}
        </p>
      </Bubble>
      {reactions.length > 0 && (
        <ul className={`flex gap-1 ${isOurs ? 'justify-end' : ''}`}>
          {reactions.map(({ from, emoji }) => (
            <li
              key={`${from} ${emoji}`}
              title={from}
              className="max-w-24 truncate rounded-full border border-line bg-surface px-2"
            >
              <span role="img" aria-label={t('reaction', { emoji })}>
                {emoji}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
});
