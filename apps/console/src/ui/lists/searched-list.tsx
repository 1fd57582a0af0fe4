import { ListScreen, type ListScreenProps } from './list-screen.tsx';
import { SearchField } from './search-field.tsx';
import type { SortedSearch } from './use-sorted-search.ts';

interface Props<T> extends Omit<ListScreenProps<T>, 'sorting' | 'isWide' | 'isSearched' | 'above'> {
  search: SortedSearch<string>;
  searchLabel: string;
}

/** A {@link ListScreen} that is searched while one types, and sorted by its titles. */
export const SearchedList = <T,>({ search, searchLabel, ...screen }: Props<T>) => (
  <ListScreen
    {...screen}
    isWide
    isSearched={search.input.q !== ''}
    sorting={search.sorting}
    above={<SearchField label={searchLabel} {...search.field} />}
  />
);
