import { useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLatest } from '../../../ui/use-latest.ts';
import { useVisibleFirst } from '../list/use-visible-first.ts';
import type { Rows } from './use-rows.ts';
import type { ThreadContent } from './use-thread-content.ts';

/** The height of a row that was not measured yet. */
export const GUESSED_PX = 80;
/** The number of rows above the visible ones from which older messages are read. */
const AHEAD = 10;
const END = { paddingEnd: 12, scrollPaddingEnd: 12 };

interface Place extends Pick<ThreadContent, 'hasOlder' | 'readOlder' | 'isAtNewest'> {
  around: string | undefined;
  note: string | undefined;
  onNewest: () => void;
  onAround: (messageId: string) => void;
}

export interface ThreadScroll {
  rows: Virtualizer<HTMLDivElement, Element>;
  /** The rows to render. */
  visible: readonly VirtualItem[];
  /** The id of the row to highlight: a search result, a note, or the message that a quote leads to. */
  marked: string | undefined;
  isAtEnd: boolean;
  /** Scrolls to a message, and highlights it. */
  show(id: string): void;
  toEnd(): void;
}

/**
 * Scrolls a thread: to the sought row, or along with its end. Reads older messages ahead of the reader. The functions
 * are stable: new ones would render every message again.
 */
export function useThreadScroll(
  scroller: RefObject<HTMLDivElement | null>,
  entries: Rows,
  { around, note, hasOlder, readOlder, isAtNewest, onNewest, onAround }: Place,
): ThreadScroll {
  const isExcerpt = around !== undefined;
  const rows = useVirtualizer({
    count: entries.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => GUESSED_PX,
    getItemKey: entries.keyAt,
    overscan: 8,
    anchorTo: 'end',
    ...END,
    // An excerpt begins at the sought row.
    followOnAppend: !isExcerpt,
    scrollEndThreshold: 120,
  });
  useStayAtEnd(scroller, rows.getTotalSize(), !isExcerpt);
  const visible = useVisibleFirst(rows);
  const [{ index: firstShown } = { index: 0 }] = visible;
  useEffect(() => {
    if (hasOlder && firstShown < AHEAD) readOlder();
  }, [hasOlder, firstShown, readOlder]);
  const [marked, setMarked] = useState(note ?? around);
  const sought = useMemo(() => entries.indexOf(note ?? around), [entries, note, around]);
  const isFound = useRef(false);
  useEffect(() => {
    if (sought < 0 || isFound.current) return;
    isFound.current = true;
    rows.scrollToIndex(sought, { align: 'center' });
  }, [sought, rows]);
  const isAtEnd = !isExcerpt && (visible.at(-1)?.index ?? 0) >= entries.count - 2;
  useEffect(() => {
    isAtNewest.current = isAtEnd && firstShown > AHEAD;
  }, [isAtEnd, firstShown, isAtNewest]);
  const latest = useLatest({ entries, onAround, onNewest });
  const show = useCallback(
    (id: string): void => {
      const at = latest.current.entries.indexOf(id);
      if (at >= 0) {
        setMarked(id);
        rows.scrollToIndex(at, { align: 'center' });
      } else latest.current.onAround(id);
    },
    [latest, rows],
  );
  const toEnd = useCallback((): void => {
    if (isExcerpt) latest.current.onNewest();
    else rows.scrollToIndex(latest.current.entries.count - 1, { align: 'end' });
  }, [latest, rows, isExcerpt]);
  return { rows, visible, marked, isAtEnd, show, toEnd };
}

/** Within this distance of the end, a thread counts as read to its end. */
const AT_END_PX = 32;

/**
 * Keeps a scroller at its end once it is there: while its content grows (`contentPx`), and while its space shrinks
 * because the composer grows, a warning appears or the window gets smaller.
 */
function useStayAtEnd(scroller: RefObject<HTMLElement | null>, contentPx: number, isOn: boolean): void {
  const isAtEnd = useRef(true);
  useEffect(() => {
    const { current } = scroller;
    if (!current || !isOn) return;
    const toEnd = (): void => {
      if (isAtEnd.current) current.scrollTop = current.scrollHeight;
    };
    const look = (): void => {
      isAtEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < AT_END_PX;
    };
    // The observer fires before the scroll event of a smaller space.
    const space = new ResizeObserver(toEnd);
    space.observe(current);
    // Before the virtualizer changes the rows: after that the same question costs a layout.
    const early = { passive: true, capture: true };
    current.addEventListener('scroll', look, early);
    return () => {
      space.disconnect();
      current.removeEventListener('scroll', look, early);
    };
  }, [scroller, isOn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more content moves the end
  useLayoutEffect(() => {
    const { current } = scroller;
    if (current && isOn && isAtEnd.current) current.scrollTop = current.scrollHeight;
  }, [scroller, isOn, contentPx]);
}
