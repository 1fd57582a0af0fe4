import type { Channel } from '@parley/common/channels';
import { memo, type ReactNode } from 'react';
import { useFormats, useTexts } from '../../../i18n/language-context.tsx';
import { threadTexts } from '../../../texts/conversation.ts';
import { inboxTexts } from '../../../texts/inbox.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { useReason } from '../../../ui/problems/problem.tsx';
import { CANCELLED, type Message } from '../conversation/conversation.ts';
import type { Sender, SentMessage } from '../conversation/use-sender-name.ts';
import { DayLine } from '../days/day-name.tsx';
import { AttachmentView } from './content/attachment-view.tsx';
import { MessageText } from './content/message-text.tsx';
import { QuotedView } from './content/quoted-view.tsx';
import { ChoiceMark, ReceivedContent, ReceivedMarks } from './content/received-content.tsx';
import { SentContent } from './content/sent-content.tsx';
import { ScheduledMark } from './scheduled-mark.tsx';
import { canSendAgain } from './send-again.ts';
import { Ticks } from './ticks.tsx';

/** The box of a bubble: outgoing at the end of the line, incoming at its beginning; a sticker has none. */
export function Bubble({
  isOurs,
  isBare = false,
  children,
}: {
  isOurs: boolean;
  isBare?: boolean;
  children: ReactNode;
}) {
  const look = isBare ? '' : isOurs ? 'bg-accent-soft' : 'border border-line bg-surface';
  return <div className={`grid w-fit max-w-full gap-1 rounded-2xl px-3 py-2 ${look}`}>{children}</div>;
}

/** The reason why a message was not sent, and what the reader can do. */
export function Failure({
  problem,
  children,
}: {
  problem: { code: string; message: string; provider_code?: string | number | null; provider_subcode?: number };
  children?: ReactNode;
}) {
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

const isSticker = ({ attachments, text }: Message): boolean =>
  text === '' && attachments.length > 0 && attachments.every(({ type }) => type === 'sticker');

type ContentProps = Pick<Props, 'message' | 'channel' | 'senderOf' | 'votes' | 'onShow'>;

function Content({ message, channel, senderOf, votes, onShow }: ContentProps) {
  const t = useTexts(inboxTexts);
  const { text, attachments, template, revoked_at: revokedAt, quoted, content, received, interactive } = message;
  if (revokedAt) return <p className="text-muted italic">{t('taken_back')}</p>;
  return (
    <>
      {received && <ReceivedMarks received={received} />}
      {quoted && <QuotedView quoted={quoted} name={senderOf(quoted).name} onShow={onShow} />}
      {attachments.map((file) => (
        <AttachmentView key={file.id} file={file} />
      ))}
      {template && <p className="text-sm text-muted">{t('template', { name: template.name })}</p>}
      {interactive && <ChoiceMark choice={interactive} />}
      {text !== '' && <MessageText text={text} channel={channel} />}
      {content && <SentContent content={content} votes={votes} />}
      {received && <ReceivedContent received={received} />}
    </>
  );
}

function Reactions({ reactions, isOurs }: { reactions: Message['reactions']; isOurs: boolean }) {
  const t = useTexts(inboxTexts);
  return (
    <ul className={`flex flex-wrap gap-1 ${isOurs ? 'justify-end' : ''}`}>
      {reactions.map(({ from, emoji, emoji_url: picture }) => (
        <li
          key={`${from} ${emoji ?? picture}`}
          title={from}
          className="max-w-24 truncate rounded-full border border-line bg-surface px-2"
        >
          {emoji === null ? (
            <span>{t('picture_reaction')}</span>
          ) : (
            <span role="img" aria-label={t('reaction', { emoji })}>
              {emoji}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface Props {
  message: Message;
  channel: Channel;
  /** Whether it is the first of its day. */
  beginsDay: boolean;
  /** Whether it is the first, and the last, of its sender and minute. */
  beginsGroup: boolean;
  endsGroup: boolean;
  senderOf: (sent: SentMessage) => Sender;
  /** Votes of its poll by the position of the option. */
  votes: ReadonlyMap<number, number> | undefined;
  /** Its actions, while it has the pointer or the focus. */
  actions: ReactNode;
  onRetry: (message: Message) => void;
  /** Puts the text of a failed one into the field; null where no text may be sent. */
  onPutBack: ((text: string) => void) | null;
  onCancel: (message: Message) => void;
  onShow: (messageId: string) => void;
}

/** One message of a thread, with its status. */
export const MessageBubble = memo(function MessageBubble(props: Props) {
  const { message, channel, beginsDay, beginsGroup, endsGroup, senderOf, votes, actions, onCancel, onShow } = props;
  const { onRetry, onPutBack } = props;
  const t = useTexts(inboxTexts);
  const ofThread = useTexts(threadTexts);
  const formats = useFormats();
  const { direction, status, at, edited_at: editedAt, reactions, error, send_at: sendAt } = message;
  const isOurs = direction === 'out';
  const sender = senderOf(message);
  // A customer alone with the workspace is named above the thread.
  const isNamed = isOurs || message.author !== null;
  const isCancelled = status === 'failed' && error?.code === CANCELLED;
  return (
    <>
      {beginsDay && <DayLine at={at} />}
      <div className={`flex gap-2 px-4 ${beginsGroup ? 'pt-2' : 'pt-0.5'} ${isOurs ? 'flex-row-reverse' : ''}`}>
        {isNamed && (
          <div className="w-7 shrink-0 pt-5">
            {beginsGroup && <Avatar name={sender.fullName} seed={sender.seed} icon={sender.icon} />}
          </div>
        )}
        <div
          className={`relative grid max-w-[85%] min-w-0 gap-1 ${isOurs ? 'justify-items-end' : 'justify-items-start'}`}
        >
          {isNamed && beginsGroup && <bdi className="max-w-full truncate text-sm text-muted">{sender.name}</bdi>}
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and this has none */}
          <div
            role="group"
            tabIndex={-1}
            data-message={message.message_id}
            aria-label={ofThread('message_of', { name: sender.name, time: formats.time(at) })}
            className="max-w-full rounded-2xl"
          >
            <Bubble isOurs={isOurs} isBare={isSticker(message)}>
              <Content message={message} channel={channel} senderOf={senderOf} votes={votes} onShow={onShow} />
              {isCancelled && <p className="text-sm text-muted">{ofThread('cancelled')}</p>}
              {error && status === 'failed' && !isCancelled && (
                <Failure problem={error}>
                  <div className="flex flex-wrap gap-2">
                    {message.text !== '' && !message.template && onPutBack && (
                      <Button onClick={() => onPutBack(message.text)}>{ofThread('edit')}</Button>
                    )}
                    {canSendAgain(message) && <Button onClick={() => onRetry(message)}>{t('retry')}</Button>}
                  </div>
                </Failure>
              )}
              {sendAt !== undefined && <ScheduledMark at={sendAt} onCancel={() => onCancel(message)} />}
              {(endsGroup || isOurs || editedAt || message.standby) && (
                <p className="flex items-center justify-end gap-2 text-sm text-muted">
                  {message.standby && <span>{ofThread('other_app')}</span>}
                  {editedAt && <span>{t('edited')}</span>}
                  {endsGroup && <time dateTime={at}>{formats.time(at)}</time>}
                  {isOurs && !isCancelled && <Ticks status={message.held ? 'held' : status} />}
                </p>
              )}
            </Bubble>
          </div>
          {actions}
          {reactions.length > 0 && <Reactions reactions={reactions} isOurs={isOurs} />}
        </div>
      </div>
    </>
  );
});
