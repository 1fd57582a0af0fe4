import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { ChannelMark } from '../../ui/channel-mark.tsx';
import { type Conversation, isWindowOver, nameOf } from './conversation.ts';
import { inboxTexts } from './texts.ts';
import { inPlace, useInboxPlace } from './views/use-views.ts';

interface Props {
  conversation: Conversation;
  isChosen: boolean;
  nowMs: number;
  assigneeName: string | null;
  /** Sender of the last message, if it is outgoing. */
  senderName: string | null;
  /** Undefined outside selection mode. */
  isSelected: boolean | undefined;
  onSelect: (id: number) => void;
}

type Translate = ReturnType<typeof useTexts<typeof inboxTexts>>;

/** The newest message, or comment, in one line. */
function lineOf(
  { last_message: last, last_comment: comment }: Conversation,
  sender: string | null,
  t: Translate,
): string {
  if (comment) return comment.text ? t('comment', { text: comment.text }) : t('comment_removed');
  if (!last) return t('no_messages');
  const shown = last.text || t('file');
  return sender === null ? shown : t('sender_prefix', { name: sender, text: shown });
}

const DAY_MS = 24 * 3_600_000;

/**
 * One conversation of the list: the person, the last message, the unread count, the assignee, and the end of the reply
 * window.
 */
export const ConversationRow = memo(function ConversationRow(props: Props) {
  const { conversation, isChosen, nowMs, assigneeName, senderName, isSelected, onSelect } = props;
  const t = useTexts(inboxTexts);
  const place = useInboxPlace();
  const formats = useFormats();
  const { id, channel, unread, last_message_at: at, reply_until: until, status } = conversation;
  const isToday = nowMs - Date.parse(at) < DAY_MS;
  return (
    <div className={`flex h-full items-center gap-2 border-b border-line px-3 ${isChosen ? 'bg-accent-soft' : ''}`}>
      {isSelected !== undefined && (
        <input
          type="checkbox"
          aria-label={t('select_one', { name: nameOf(conversation) })}
          checked={isSelected}
          onChange={() => onSelect(id)}
          className="size-5 shrink-0 accent-accent"
        />
      )}
      <Link
        to="/inbox"
        search={inPlace(place, id)}
        aria-current={isChosen ? 'true' : undefined}
        className="flex h-full min-w-0 flex-1 items-center gap-3"
      >
        <ChannelMark channel={channel} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <bdi className={`truncate ${unread > 0 ? 'font-semibold' : 'font-medium'}`}>{nameOf(conversation)}</bdi>
            <time dateTime={at} className="ms-auto shrink-0 text-sm text-muted">
              {isToday ? formats.time(at) : formats.date(at)}
            </time>
          </span>
          <span className="flex items-center gap-2 text-sm text-muted">
            <bdi className="truncate">{lineOf(conversation, senderName, t)}</bdi>
            {unread > 0 && (
              <span
                role="img"
                aria-label={t('unread', { count: unread })}
                className="ms-auto shrink-0 rounded-full bg-accent px-2 text-sm font-medium text-accent-ink"
              >
                {formats.number(unread)}
              </span>
            )}
          </span>
          <span className="flex gap-2 text-sm text-muted">
            {status !== 'open' && <span className="shrink-0">{t(status)}</span>}
            {conversation.last_comment?.replied && <span className="shrink-0">{t('comment_answered')}</span>}
            {assigneeName && <bdi className="truncate">{assigneeName}</bdi>}
            {channel === 'wa' && (
              <span className="ms-auto shrink-0">
                {isWindowOver(conversation, nowMs) || until === null
                  ? t('window_over')
                  : formats.distance(until, nowMs)}
              </span>
            )}
          </span>
        </span>
      </Link>
    </div>
  );
});
