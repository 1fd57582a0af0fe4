import {
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { mutate, type OperationError, query } from './call-gateway.ts';
import type { InputOf, MutationName, OutputOf, QueryName } from './operations.ts';

interface Watch {
  isOn?: boolean;
  /** Asks again this often while the page is visible. */
  everyMs?: number;
}

/** What an operation answers, cached by its name and input. */
export const useOperation = <N extends QueryName>(
  name: N,
  input: InputOf<N>,
  { isOn = true, everyMs }: Watch = {},
): UseQueryResult<OutputOf<N>, OperationError> =>
  useQuery<OutputOf<N>, OperationError>({
    queryKey: [name, input],
    queryFn: ({ signal }) => query(name, input, signal),
    enabled: isOn,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });

type Page = { items: readonly unknown[]; next_cursor: string | null };
export type ListName = { [N in QueryName]: OutputOf<N> extends Page ? N : never }[QueryName];

/** An item of a list. */
export type ItemOf<N extends ListName> = OutputOf<N> extends { items: (infer I)[] } ? I : never;

/** A list that answers page by page. */
export function useList<N extends ListName>(
  name: N,
  input: InputOf<N>,
  { isOn = true, everyMs }: Watch = {},
): UseInfiniteQueryResult<ItemOf<N>[], OperationError> {
  return useInfiniteQuery<Page, OperationError, ItemOf<N>[], readonly unknown[], string | undefined>({
    queryKey: [name, input],
    queryFn: ({ signal, pageParam }) => {
      const ofPage = { ...(input as object), ...(pageParam === undefined ? {} : { cursor: pageParam }) };
      // safe: every list takes a cursor, and answers a page
      return query(name, ofPage as InputOf<N>, signal) as Promise<Page>;
    },
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items) as ItemOf<N>[], // safe: pages of this list
    placeholderData: keepPreviousData,
    enabled: isOn,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
}

/** A change; whatever was read of `refreshes` before is read again. */
export function useChange<N extends MutationName>(
  name: N,
  { refreshes = [] }: { refreshes?: readonly QueryName[] } = {},
): UseMutationResult<OutputOf<N>, OperationError, InputOf<N>> {
  const queries = useQueryClient();
  return useMutation<OutputOf<N>, OperationError, InputOf<N>>({
    mutationFn: (input) => mutate(name, input),
    onSuccess: () => Promise.all(refreshes.map((read) => queries.invalidateQueries({ queryKey: [read] }))),
  });
}
