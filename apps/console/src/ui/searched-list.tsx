import type { ReactNode } from 'react';
import { Listing, type ListingProps } from './listing.tsx';
import { EmptyPage, Page } from './page.tsx';
import { SearchField } from './search-field.tsx';
import type { SortedSearch } from './use-sorted-search.ts';

interface Props<T> extends Omit<ListingProps<T>, 'empty' | 'caption' | 'sorting'> {
  title: string;
  search: SortedSearch<string>;
  searchLabel: string;
  /** Title and sentence while there are no items. */
  empty: readonly [title: string, lead: string];
  /** Title and sentence where the search finds none. */
  noMatch: readonly [title: string, lead: string];
  /** The button that adds an item: next to the title, or in the empty state while there are no items. */
  create?: ReactNode;
  /** Dialogs. */
  children?: ReactNode;
}

/** A screen that is one list, searched while one types and sorted by its titles. */
export function SearchedList<T>(props: Props<T>) {
  const { title, search, searchLabel, empty, noMatch, create, children, ...listing } = props;
  const isSearched = search.input.q !== '';
  const [emptyTitle, emptyLead] = isSearched ? noMatch : empty;
  return (
    <Page title={title} isWide actions={listing.list.data?.length || isSearched ? create : undefined}>
      <SearchField label={searchLabel} {...search.field} />
      <Listing
        {...listing}
        caption={title}
        sorting={search.sorting}
        empty={
          <EmptyPage title={emptyTitle} action={isSearched ? undefined : create}>
            {emptyLead}
          </EmptyPage>
        }
      />
      {children}
    </Page>
  );
}
