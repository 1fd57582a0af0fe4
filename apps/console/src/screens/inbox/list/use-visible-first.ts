import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import { useDeferredValue } from 'react';

const NONE: readonly VirtualItem[] = [];

/**
 * The rows to render: the visible ones with the frame of a scroll, and those of the overscan when there is time, so that
 * a frame has fewer new rows.
 */
export function useVisibleFirst(rows: Virtualizer<HTMLDivElement, Element>): readonly VirtualItem[] {
  const wanted = rows.getVirtualItems();
  const settled = useDeferredValue(wanted, NONE);
  if (settled === wanted) return wanted;
  const rendered = new Set(settled.map(({ key }) => key));
  const { startIndex = 0, endIndex = -1 } = rows.range ?? {};
  return wanted.filter(({ index, key }) => rendered.has(key) || (index >= startIndex && index <= endIndex));
}
