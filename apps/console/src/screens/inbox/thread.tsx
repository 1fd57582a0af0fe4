import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Problem } from '../../ui/problem.tsx';
import { BY_ID, type Conversation, type Message, nameOf } from './conversation.ts';
import { MessageBubble } from './message-bubble.tsx';
import type { PendingAnswer } from './outbox.ts';
import { PendingBubble } from './pending-bubble.tsx';
import { answerOf, shownOf } from './send-again.ts';
import { inboxTexts } from './texts.ts';
import { useGrowingList } from './use-growing-list.ts';
import { useNow } from './use-now.ts';
import type { Outbox } from './use-outbox.ts';
import { useSenderName } from './use-sender-name.ts';
import { useStayAtEnd } from './use-stay-at-end.ts';

const PAGE = 50;
const GUESSED_PX = 80;
const AHEAD = 10;

const dayOf = ({ at }: Message): string => new Date(at).toDateString();

const NONE: readonly PendingAnswer[] = [];

/**
 * The rows of a thread, oldest first, with unconfirmed answers at the end. Nothing is built for a row before it is
 * shown: there may be 50,000.
 */
function useRows(newestFirst: readonly Message[], pending: readonly PendingAnswer[]) {
  return useMemo(() => {
    const count = newestFirst.length;
    const messageAt = (index: number): Message | undefined => newestFirst[count - 1 - index];
    const pendingAt = (index: number): PendingAnswer | undefined => pending[index - count];
    return {
      count: count + pending.length,
      messageAt,
      pendingAt,
      keyAt: (index: number) => messageAt(index)?.message_id ?? pendingAt(index)?.key ?? index,
      beginsDay(index: number): boolean {
        const [before, message] = [messageAt(index - 1), messageAt(index)];
        return message !== undefined && (!before || dayOf(before) !== dayOf(message));
      },
      indexOf(id: string | undefined): number {
        const at = id === undefined ? -1 : newestFirst.findIndex(({ message_id }) => message_id === id);
        return at < 0 ? -1 : count - 1 - at;
      },
    };
  }, [newestFirst, pending]);
}

interface Props {
  conversation: Conversation;
  outbox: Outbox;
  namesOf: ReadonlyMap<string, string>;
  everyMs: number;
  /** The message to scroll to; undefined shows the newest. */
  around: string | undefined;
  onNewest: () => void;
}

/**
 * The messages of a conversation; only the visible ones are rendered. It stays at its end while messages arrive. Around
 * a searched message it shows an excerpt, without newer messages.
 */
export function Thread({ conversation, outbox, namesOf, everyMs, around, onNewest }: Props) {
  const t = useTexts(inboxTexts);
  const nowMs = useNow();
  const senderOf = useSenderName(namesOf);
  const scroller = useRef<HTMLDivElement>(null);
  const input = useMemo(
    () => ({ id: conversation.id, limit: PAGE, ...(around === undefined ? {} : { around }) }),
    [conversation.id, around],
  );
  const isAtNewest = useRef(true);
  const { items, isPending, error, hasOlder, readOlder } = useGrowingList('list-conversation-messages', input, {
    order: BY_ID,
    everyMs,
    mayForget: isAtNewest,
  });
  const isExcerpt = around !== undefined;
  const entries = useRows(items, isExcerpt ? NONE : outbox.pending);
  const rows = useVirtualizer({
    count: entries.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => GUESSED_PX,
    getItemKey: entries.keyAt,
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: 120,
  });
  useStayAtEnd(scroller, rows.getTotalSize(), !isExcerpt);
  const visible = rows.getVirtualItems();
  const firstShown = visible[0]?.index ?? 0;
  useEffect(() => {
    if (hasOlder && firstShown < AHEAD) readOlder();
  }, [hasOlder, firstShown, readOlder]);
  const sought = useMemo(() => entries.indexOf(around), [entries, around]);
  const isFound = useRef(false);
  useEffect(() => {
    if (sought < 0 || isFound.current) return;
    isFound.current = true;
    rows.scrollToIndex(sought, { align: 'center' });
  }, [sought, rows]);
  // A new answer scrolls to the end.
  const hasPending = outbox.pending.length > 0;
  useEffect(() => {
    if (isExcerpt && hasPending) onNewest();
  }, [isExcerpt, hasPending, onNewest]);
  const isAtEnd = !isExcerpt && (visible.at(-1)?.index ?? 0) >= entries.count - 2;
  useEffect(() => {
    isAtNewest.current = isAtEnd && firstShown > AHEAD;
  }, [isAtEnd, firstShown]);
  const latest = useRef(outbox);
  useEffect(() => {
    latest.current = outbox;
  });
  // One stable function: a new one would render every message again.
  const retry = useCallback((message: Message): void => {
    latest.current.sendOnce(`retry-${message.message_id}`, answerOf(message), shownOf(message));
  }, []);
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={t('messages', { name: nameOf(conversation) })}
        className="h-full overflow-y-auto [overflow-anchor:none]"
      >
        <Problem error={error} />
        {isPending && <Loading className="p-4 text-muted" />}
        <div className="relative" style={{ height: rows.getTotalSize() }}>
          {visible.map(({ index, key, start }) => {
            const [message, pending] = [entries.messageAt(index), entries.pendingAt(index)];
            return (
              <div
                key={key}
                ref={rows.measureElement}
                data-index={index}
                aria-current={key === around ? 'true' : undefined}
                className={`absolute inset-x-0 top-0 ${key === around ? 'bg-accent-soft' : ''}`}
                style={{ transform: `translateY(${start}px)` }}
              >
                {message && (
                  <MessageBubble
                    message={message}
                    beginsDay={entries.beginsDay(index)}
                    senderName={senderOf(message)}
                    onRetry={retry}
                  />
                )}
                {pending && <PendingBubble entry={pending} outbox={outbox} nowMs={nowMs} />}
              </div>
            );
          })}
        </div>
      </div>
      {!isAtEnd && (
        <Button
          className="absolute end-4 bottom-3 shadow-md"
          aria-label={t('newer')}
          onClick={() => (isExcerpt ? onNewest() : rows.scrollToIndex(entries.count - 1, { align: 'end' }))}
        >
          <ArrowDown aria-hidden className="size-5" />
        </Button>
      )}
    </div>
  );
}
