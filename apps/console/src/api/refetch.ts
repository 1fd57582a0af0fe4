import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';
import type { QueryName } from './operations.ts';

const isFirstFetch = ({ state }: Query): boolean => state.data === undefined && state.fetchStatus === 'fetching';

/**
 * Refetches queries whose data has changed. The cache keeps a first fetch that is running, whose answer may be older
 * than the change: such a query is fetched again after it.
 */
export async function refetch(queries: QueryClient, filters: QueryFilters = {}): Promise<void> {
  const kept = queries.getQueryCache().findAll(filters).filter(isFirstFetch);
  await queries.invalidateQueries(filters);
  await Promise.all(kept.map(({ queryKey }) => queries.invalidateQueries({ queryKey, exact: true })));
}

/** Refetches every query of these operations. */
export const refetchAll = (queries: QueryClient, names: readonly QueryName[]): Promise<unknown> =>
  Promise.all(names.map((name) => refetch(queries, { queryKey: [name] })));
