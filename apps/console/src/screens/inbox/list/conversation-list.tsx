import { type observeElementRect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTexts } from '../../../i18n/language-context.tsx';
import { inboxTexts } from '../../../texts/inbox.ts';
import { Loading } from '../../../ui/page/loading.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import { useNow } from '../../../ui/use-now.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { useSenderName } from '../conversation/use-sender-name.ts';
import { ConversationRow } from './conversation-row.tsx';
import type { GrowingList } from './use-growing-list.ts';
import { useVisibleFirst } from './use-visible-first.ts';

const ROW_PX = 64;
const DENSE_ROW_PX = 44;
/** Distance to the end, in rows, at which the next page is fetched. */
const AHEAD = 20;
/** Rows that are rendered beyond the visible ones, so that they are there when they are scrolled to. */
const OVERSCAN = 6;

/** Reports the size of the list with each frame that changes it. Read at once it would cost a layout of its own. */
const observeSize: typeof observeElementRect = ({ scrollElement }, report) => {
  if (!scrollElement) return;
  const observer = new ResizeObserver(([entry]) => {
    if (entry) report({ width: Math.round(entry.contentRect.width), height: Math.round(entry.contentRect.height) });
  });
  observer.observe(scrollElement);
  return () => observer.disconnect();
};

/** Before the list has a size, it may be as high as the window. */
const UNKNOWN_WIDTH = 0;

/** Whether a row can be seen as a whole; from what is known of the list, without a layout. */
function isInView({ scrollOffset, scrollRect, measurementsCache }: Virtualizer<HTMLDivElement, Element>, at: number) {
  const row = measurementsCache[at];
  if (!row || !scrollRect || scrollRect.width === UNKNOWN_WIDTH) return false;
  const top = scrollOffset ?? 0;
  return row.start >= top && row.end <= top + scrollRect.height;
}

interface Props {
  list: GrowingList<Conversation>;
  /** Set while only the newest rows are visible. */
  isAtNewest: RefObject<boolean>;
  chosenId: number | undefined;
  namesOf: ReadonlyMap<string, string>;
  /** The selected ones; null outside selection mode. */
  selected: ReadonlySet<number> | 'all' | null;
  /** Whether each row has one line. */
  isDense: boolean;
  onSelect: (id: number) => void;
}

/** Conversations; only the visible rows are rendered. */
export function ConversationList({ list, isAtNewest, chosenId, namesOf, selected, isDense, onSelect }: Props) {
  const t = useTexts(inboxTexts);
  const nowMs = useNow();
  const senderOf = useSenderName(namesOf);
  const scroller = useRef<HTMLDivElement>(null);
  const { items, hasOlder, readOlder } = list;
  // A new function would lay out all rows again with each frame.
  const keyAt = useCallback((index: number) => items[index]?.id ?? index, [items]);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isDense ? DENSE_ROW_PX : ROW_PX),
    getItemKey: keyAt,
    overscan: OVERSCAN,
    observeElementRect: observeSize,
    initialRect: { width: UNKNOWN_WIDTH, height: window.innerHeight },
  });
  const wasDense = useRef(isDense);
  // The virtualizer caches row heights until it measures again.
  useLayoutEffect(() => {
    if (wasDense.current !== isDense) rows.measure();
    wasDense.current = isDense;
  }, [isDense, rows]);
  const visible = useVisibleFirst(rows);
  const lastShown = visible.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasOlder && lastShown >= items.length - AHEAD) readOlder();
  }, [hasOlder, lastShown, items.length, readOlder]);
  // Not with each frame of a scroll: there may be 100,000.
  const chosenAt = useMemo(() => items.findIndex(({ id }) => id === chosenId), [items, chosenId]);
  useEffect(() => {
    isAtNewest.current = lastShown < AHEAD && chosenAt < AHEAD;
  }, [isAtNewest, lastShown, chosenAt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice scrolls, a new message does not
  useEffect(() => {
    if (chosenAt >= 0 && !isInView(rows, chosenAt)) rows.scrollToIndex(chosenAt, { align: 'auto' });
  }, [chosenId]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section ref={scroller} tabIndex={0} aria-label={t('conversations')} className="min-h-0 flex-1 overflow-y-auto">
      <Problem error={list.error} />
      {list.isPending && <Loading className="p-4 text-muted" />}
      <ul className="relative" style={{ height: rows.getTotalSize() }}>
        {visible.map(({ index, key, start, size }) => {
          const conversation = items[index];
          if (!conversation) return null;
          return (
            <li
              key={key}
              aria-setsize={hasOlder ? -1 : items.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 contain-strict"
              style={{ height: size, top: start }}
            >
              <ConversationRow
                conversation={conversation}
                isDense={isDense}
                isChosen={conversation.id === chosenId}
                nowMs={nowMs}
                assigneeName={conversation.assignee && (namesOf.get(conversation.assignee) ?? null)}
                senderName={conversation.last_message && senderOf(conversation.last_message)}
                isSelected={selected === null ? undefined : selected === 'all' || selected.has(conversation.id)}
                onSelect={onSelect}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
