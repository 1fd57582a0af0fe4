import {
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { mutate, OperationError, query } from './call-gateway.ts';
import type { InputOf, MutationName, OutputOf, QueryName } from './operations.ts';
import { refetchAll } from './refetch.ts';
import { type ReadPages, withNewest } from './with-newest.ts';

interface Watch {
  isOn?: boolean;
  /** Refetches at this interval while the page is visible. */
  everyMs?: number;
}

interface WatchOne extends Watch {
  /** Its answer never changes: it is read once. */
  isFixed?: boolean;
  /** Keeps the previous answer until another input is answered. */
  isKept?: boolean;
}

/** The answer of an operation, cached by its name and input. */
export const useOperation = <N extends QueryName>(
  name: N,
  input: InputOf<N>,
  { isOn = true, everyMs, isFixed = false, isKept = false }: WatchOne = {},
): UseQueryResult<OutputOf<N>, OperationError> =>
  useQuery<OutputOf<N>, OperationError>({
    queryKey: [name, input],
    queryFn: ({ signal }) => query(name, input, signal),
    enabled: isOn,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    ...(isFixed ? { staleTime: Number.POSITIVE_INFINITY } : {}),
    ...(isKept ? { placeholderData: keepPreviousData } : {}),
  });

type Page = { items: readonly unknown[]; next_cursor: string | null };
export type ListName = { [N in QueryName]: OutputOf<N> extends Page ? N : never }[QueryName];

/** An item of a list. */
export type ItemOf<N extends ListName> = OutputOf<N> extends { items: (infer I)[] } ? I : never;

interface WatchList<T> extends Watch {
  /**
   * Identifies the items of a list that is sorted newest first: only its newest page is refetched, and older pages
   * stay.
   */
  newestBy?: (item: T) => string;
}

const newestOf = (name: ListName, input: unknown) => [name, input, 'newest'];

/** Refetches the newest page of a list, and merges it into the pages that were read. */
function useNewest<N extends ListName>(
  name: N,
  input: InputOf<N>,
  { isOn, everyMs, newestBy }: WatchList<ItemOf<N>>,
): void {
  const queries = useQueryClient();
  const newest = useQuery<Page, OperationError>({
    queryKey: newestOf(name, input),
    queryFn: ({ signal }) => query(name, input, signal) as Promise<Page>, // safe: every list returns a page
    enabled: isOn === true && newestBy !== undefined,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
  const { data } = newest;
  const keyOf = useRef(newestBy);
  const key = useRef([name, input]);
  useEffect(() => {
    const { current } = keyOf;
    if (!data || !current) return;
    // safe: these are pages of this list
    const itemKeyOf = (item: unknown): string => current(item as ItemOf<N>);
    queries.setQueryData<ReadPages<unknown>>(key.current, (read) => read && withNewest(read, data, itemKeyOf));
  }, [data, queries]);
}

/** A paginated list. With `newestBy` its input must not change while it is mounted. */
export function useList<N extends ListName>(
  name: N,
  input: InputOf<N>,
  { isOn = true, everyMs, newestBy }: WatchList<ItemOf<N>> = {},
): UseInfiniteQueryResult<ItemOf<N>[], OperationError> {
  const queries = useQueryClient();
  const list = useInfiniteQuery<Page, OperationError, ItemOf<N>[], readonly unknown[], string | undefined>({
    queryKey: [name, input],
    async queryFn({ signal, pageParam }) {
      const ofPage = { ...(input as object), ...(pageParam === undefined ? {} : { cursor: pageParam }) };
      // safe: every list takes a cursor and returns a page
      const page = (await query(name, ofPage as InputOf<N>, signal)) as Page;
      // Refetched when it is stale, not now.
      if (newestBy && pageParam === undefined) queries.setQueryData(newestOf(name, input), page);
      return page;
    },
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items) as ItemOf<N>[], // safe: pages of this list
    placeholderData: keepPreviousData,
    enabled: isOn,
    meta: { hasNewest: newestBy !== undefined },
    ...(everyMs === undefined || newestBy ? {} : { refetchInterval: everyMs }),
  });
  const watch = { isOn: isOn && list.isSuccess, ...(everyMs === undefined ? {} : { everyMs }) };
  useNewest(name, input, { ...watch, ...(newestBy ? { newestBy } : {}) });
  return list;
}

/** A change; it invalidates the queries in `refreshes`. */
export function useChange<N extends MutationName>(
  name: N,
  { refreshes = [] }: { refreshes?: readonly QueryName[] } = {},
): UseMutationResult<OutputOf<N>, OperationError, InputOf<N>> {
  const queries = useQueryClient();
  return useMutation<OutputOf<N>, OperationError, InputOf<N>>({
    mutationKey: [name],
    mutationFn: (input) => mutate(name, input),
    onSuccess: () => refetchAll(queries, refreshes),
  });
}

/** The error of the last of these changes, wherever it was made; null if it succeeded or is being made. */
export function useLastError(names: readonly MutationName[]): OperationError | null {
  const states = useMutationState({
    filters: { predicate: ({ options: { mutationKey } }) => names.some((name) => mutationKey?.[0] === name) },
    select: ({ state }) => state,
  });
  const error = states.at(-1)?.error;
  return error instanceof OperationError ? error : null;
}
