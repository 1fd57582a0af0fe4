import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import type { Conversation } from '../conversation/conversation.ts';
import { type KeptRows, nextRow } from './next-row.ts';

export interface RowsListed {
  /** The visible rows. */
  listed: RefObject<readonly Conversation[]>;
  onListed(rows: readonly Conversation[]): void;
  /** The row below (1) or above (-1) the open conversation. */
  next(by: 1 | -1): Conversation | undefined;
}

/** The rows of the list, and the place of the open conversation among them, which stays when its row leaves. */
export function useRowsListed(chosenId: number | undefined, filterKey: string): RowsListed {
  const listed = useRef<readonly Conversation[]>([]);
  const kept = useRef<(KeptRows<Conversation> & { filterKey: string }) | null>(null);
  const keep = useCallback((): void => {
    if (chosenId !== undefined && listed.current.some(({ id }) => id === chosenId))
      kept.current = { id: chosenId, rows: listed.current, filterKey };
  }, [chosenId, filterKey]);
  useLayoutEffect(keep, [keep]);
  const onListed = useCallback(
    (rows: readonly Conversation[]): void => {
      listed.current = rows;
      keep();
    },
    [keep],
  );
  return {
    listed,
    onListed,
    next(by) {
      // Rows of another filter are no neighbours.
      const before = kept.current?.filterKey === filterKey ? kept.current : null;
      return nextRow(listed.current, before, { chosenId, by });
    },
  };
}
