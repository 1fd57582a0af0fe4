import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type OperationError, query } from '../../../api/call-gateway.ts';
import type { InputOf } from '../../../api/operations.ts';
import { type ItemOf, type ListName, useOperation } from '../../../api/use-operations.ts';
import { appendOlder, type Known, mergeNewest, type Order } from './merge-pages.ts';

interface Page<T> {
  items: readonly T[];
  next_cursor: string | null;
}

export interface GrowingList<T> {
  items: readonly T[];
  isPending: boolean;
  error: OperationError | null;
  hasOlder: boolean;
  /** Reads the next older page, one at a time. */
  readOlder(): void;
  /** Changes a loaded item locally. The next refetch of its page replaces it; older pages are not refetched. */
  change(key: string | number, changed: (item: T) => T): void;
}

interface Growth<T> {
  order: Order<T>;
  everyMs: number;
  /**
   * Whether only the newest items are visible: a long list then drops the rest, so that a page that is open all day
   * stays small.
   */
  mayForget: RefObject<boolean>;
}

/** How many items are kept although none is visible. */
const KEPT = 500;

/**
 * A list whose newest page is refetched repeatedly, while older pages are read once, on scrolling. The input must not
 * change while it is mounted.
 */
export function useGrowingList<N extends ListName>(
  name: N,
  input: InputOf<N>,
  { order, everyMs, mayForget }: Growth<ItemOf<N>>,
): GrowingList<ItemOf<N>> {
  const newest = useOperation(name, input, { everyMs });
  const page = newest.data as Page<ItemOf<N>> | undefined; // safe: every list returns a page
  const [known, setKnown] = useState<Known<ItemOf<N>>>(() => ({ items: page?.items ?? [], cursor: page?.next_cursor }));
  const [failure, setFailure] = useState<OperationError | null>(null);
  const isReading = useRef(false);
  useEffect(() => {
    const most = mayForget.current ? KEPT : undefined;
    if (page) setKnown((before) => (before.items === page.items ? before : mergeNewest(before, page, order, most)));
  }, [page, order, mayForget]);
  const { cursor } = known;
  const given = useRef(input);
  const readOlder = useCallback((): void => {
    if (typeof cursor !== 'string' || isReading.current) return;
    isReading.current = true;
    const older = { ...(given.current as object), cursor } as InputOf<N>; // safe: every list takes a cursor
    query(name, older)
      .then(
        (read) => {
          setFailure(null);
          setKnown((before) => appendOlder(before, read as Page<ItemOf<N>>, order)); // safe: every list returns a page
        },
        (error: OperationError) => setFailure(error),
      )
      .finally(() => {
        isReading.current = false;
      });
  }, [name, cursor, order]);
  const change = useCallback(
    (key: string | number, changed: (item: ItemOf<N>) => ItemOf<N>): void =>
      setKnown((before) => ({
        ...before,
        items: before.items.map((item) => (order.keyOf(item) === key ? changed(item) : item)),
      })),
    [order],
  );
  return {
    items: known.items,
    change,
    isPending: known.cursor === undefined && !newest.isError,
    error: newest.error ?? failure,
    hasOlder: typeof cursor === 'string',
    readOlder,
  };
}
