import { Link } from '@tanstack/react-router';
import { CircleAlert, Clock, Paperclip } from 'lucide-react';
import { lazy, memo, Suspense } from 'react';
import { type Translate, useFormats, useTexts } from '../../../i18n/language-context.tsx';
import { inboxTexts } from '../../../texts/inbox.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { ChannelMark } from '../../../ui/marks/channel-mark.tsx';
import { UNCONFIRMED } from '../compose/outbox.ts';
import { useStoredDraft } from '../compose/use-draft.ts';
import { useUnsent } from '../compose/use-unsent.ts';
import { CANCELLED, type Conversation, nameOf } from '../conversation/conversation.ts';
import { inPlace, useInboxPlace } from '../views/use-views.ts';

/** Loaded with the first row that has any. */
const RowExtras = lazy(() => import('./row-extras.tsx').then((file) => ({ default: file.RowExtras })));

interface Props {
  conversation: Conversation;
  isChosen: boolean;
  isDense: boolean;
  nowMs: number;
  assigneeName: string | null;
  /** Sender of the last message, if it is outgoing. */
  senderName: string | null;
  /** Undefined outside selection mode. */
  isSelected: boolean | undefined;
  onSelect: (id: number) => void;
}

/** The newest message, or comment, in one line. */
function lineOf(
  { last_message: last, last_comment: comment }: Conversation,
  sender: string | null,
  t: Translate<typeof inboxTexts>,
): string {
  if (comment) return comment.text ? t('comment', { text: comment.text }) : t('comment_removed');
  if (!last) return t('no_messages');
  const shown = last.text || t(last.kind === 'template' ? 'a_template' : 'file');
  return sender === null ? shown : t('sender_prefix', { name: sender, text: shown });
}

const DAY_MS = 24 * 3_600_000;
/** The row shows when the reply window closes if less time than this is left. */
const CLOSES_SOON_MS = 4 * 3_600_000;

/** The marks at the end of a row: state, closing reply window, assignee, unread. */
function Marks({ conversation, nowMs, assigneeName }: Pick<Props, 'conversation' | 'nowMs' | 'assigneeName'>) {
  const t = useTexts(inboxTexts);
  const formats = useFormats();
  const { unread, reply_until: until, status, assignee } = conversation;
  const leftMs = until === null ? 0 : Date.parse(until) - nowMs;
  return (
    <span className="ms-auto flex shrink-0 items-center gap-1.5 text-sm">
      {(conversation.team || conversation.snoozed || conversation.labels.length > 0) && (
        <Suspense>
          <RowExtras conversation={conversation} nowMs={nowMs} />
        </Suspense>
      )}
      {status !== 'open' && <span>{t(status)}</span>}
      {conversation.last_comment?.replied && <span>{t('comment_answered')}</span>}
      {until !== null && leftMs > 0 && leftMs < CLOSES_SOON_MS && (
        <span className="flex items-center gap-1 text-warn">
          <Clock aria-hidden className="size-3.5" />
          {t('window_left', { left: formats.distance(until, nowMs) })}
        </span>
      )}
      {assignee && assigneeName && (
        <span title={assigneeName}>
          <Avatar name={assigneeName} seed={assignee} size="small" />
          <bdi className="sr-only">{assigneeName}</bdi>
        </span>
      )}
      {unread > 0 && (
        <span role="img" aria-label={t('unread', { count: unread })} className="size-2 rounded-full bg-accent" />
      )}
    </span>
  );
}

/**
 * One conversation of the list: the person and the channel, the last message, and what needs attention. A
 * compact row has one line.
 */
export const ConversationRow = memo(function ConversationRow(props: Props) {
  const { conversation, isChosen, isDense, nowMs, assigneeName, senderName, isSelected, onSelect } = props;
  const t = useTexts(inboxTexts);
  const place = useInboxPlace();
  const formats = useFormats();
  const { id, channel, unread, last_message_at: at, contact_id: contactId } = conversation;
  const isToday = nowMs - Date.parse(at) < DAY_MS;
  const { last_message: last, last_comment: comment } = conversation;
  const unsent = useUnsent(id);
  const draft = useStoredDraft(id).trim();
  // Unless it is being written.
  const isDrafted = draft !== '' && !isChosen && !unsent;
  const written = unsent ? t('sender_prefix', { name: t('me'), text: unsent.shown }) : isDrafted && draft;
  const hasFailed = !comment && last?.status === 'failed' && last.error_code !== CANCELLED;
  const name = <bdi className={`truncate ${unread > 0 ? 'font-semibold' : 'font-medium'}`}>{nameOf(conversation)}</bdi>;
  const line = (
    <span className={`flex min-w-0 flex-1 items-center gap-1 ${unread > 0 ? 'text-ink' : 'text-muted'}`}>
      {(unsent ? unsent.problem : hasFailed) && (
        <span className="flex shrink-0 items-center gap-1 text-sm font-medium text-bad">
          <CircleAlert aria-hidden className="size-3.5" />
          {t(unsent?.problem?.code === UNCONFIRMED.code ? 'unknown' : 'failed')}
        </span>
      )}
      {isDrafted && <span className="shrink-0 text-sm font-medium text-accent">{t('draft')}</span>}
      {!unsent && !isDrafted && last && !comment && last.text === '' && last.kind !== 'template' && (
        <Paperclip aria-hidden className="size-3.5 shrink-0" />
      )}
      <bdi className="truncate text-sm">{written || lineOf(conversation, senderName, t)}</bdi>
    </span>
  );
  const time = (
    <time dateTime={at} title={formats.dateTime(at)} className="ms-auto shrink-0 text-xs text-muted tabular-nums">
      {isToday ? formats.time(at) : formats.date(at)}
    </time>
  );
  const marks = <Marks conversation={conversation} nowMs={nowMs} assigneeName={assigneeName} />;
  return (
    <div
      className={`flex h-full items-center gap-2 border-b border-line px-3 ${isChosen ? 'bg-accent-soft' : 'hover:bg-raised'}`}
    >
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
        <span className="relative">
          <Avatar name={nameOf(conversation)} seed={String(contactId)} size={isDense ? 'medium' : 'large'} />
          <span className="absolute -end-1 -bottom-1 rounded-full border-2 border-surface">
            <ChannelMark channel={channel} size="small" />
          </span>
        </span>
        {isDense ? (
          <>
            <span className="flex w-28 shrink-0">{name}</span>
            {line}
            {marks}
            {time}
          </>
        ) : (
          <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
            <span className="flex items-baseline gap-2">
              {name}
              {time}
            </span>
            <span className="flex items-center gap-2 text-muted">
              {line}
              {marks}
            </span>
          </span>
        )}
      </Link>
    </div>
  );
});
