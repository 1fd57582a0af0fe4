import { useAddressFilters, useTypedFilter } from './address-filters.ts';
import type { Sorting } from './sort-button.tsx';

/** The address of a list that is searched and sorted. */
export const SORTED_SEARCH = ['q', 'sort', 'order'] as const;

export interface SortedSearch<S extends string> {
  /** The input of the list's operation. */
  input: { q: string; sort: S; descending: boolean };
  sorting: Sorting;
  /** The props of the search field. */
  field: ReturnType<typeof useTypedFilter>['field'];
}

/**
 * Search and order of a list, which are part of its address. The first of `sorts` is the order of a new list; the ones in
 * `texts` begin with the first letter, the others with the highest value.
 */
export function useSortedSearch<const S extends string>(
  sorts: readonly [S, ...S[]],
  texts: readonly S[],
): SortedSearch<S> {
  const [shown, show] = useAddressFilters<(typeof SORTED_SEARCH)[number]>();
  const typed = useTypedFilter(shown.q, (q) => show({ q }));
  const sort = sorts.find((one) => one === shown.sort) ?? sorts[0];
  const descending = shown.order === 'descending';
  const onSort = (by: string): void => {
    const isText = texts.some((one) => one === by);
    const isNextDescending = by === sort ? !descending : !isText;
    show({ sort: by, order: isNextDescending ? 'descending' : '' });
  };
  return {
    input: { q: typed.text, sort, descending },
    sorting: { by: sort, isDescending: descending, onSort },
    field: typed.field,
  };
}
