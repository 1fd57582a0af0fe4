import type { ReactNode } from 'react';
import { EmptyPage, Page } from '../page/page.tsx';
import { type DeclaredList, useListState } from './list-state.tsx';
import { Listing, type ListingProps } from './listing.tsx';

export interface ListScreenProps<T> extends DeclaredList<T>, Omit<ListingProps<T>, 'empty' | 'caption' | 'columns'> {
  title: string;
  /** Uses the whole width of the window, for logs. */
  isWide?: boolean;
  /** Name of the table; by default the title of the screen. */
  caption?: string;
  /** Title and sentence while there are no items. */
  empty: readonly [title: string, lead: string];
  isSearched?: boolean;
  /** Title and sentence where the search finds none. */
  noMatch?: readonly [title: string, lead: string];
  /** Actions next to the title, whether there are items or not. */
  actions?: ReactNode;
  /** Filters, totals and notices between the title and the table. */
  above?: ReactNode;
  /** Sections below the table. */
  children?: ReactNode;
}

/** A screen that is one list, declared: title, filters, table, empty state, problem, "show more", and its dialogs. */
export function ListScreen<T>(props: ListScreenProps<T>) {
  const { title, isWide, caption = title, isSearched = false, empty, noMatch = empty, ...others } = props;
  const { create, useMenu, columns, actions, above, children, ...listing } = others;
  const state = useListState({ columns, create, useMenu });
  const isOnTop = isSearched || listing.list.data?.length || create?.isAlwaysOnTop;
  const [emptyTitle, emptyLead] = isSearched ? noMatch : empty;
  return (
    <Page title={title} isWide={isWide} actions={actions ?? (isOnTop ? state.button : undefined)}>
      {above}
      <Listing
        {...listing}
        columns={state.columns}
        caption={caption}
        empty={
          <EmptyPage title={emptyTitle} action={isOnTop ? undefined : state.button}>
            {emptyLead}
          </EmptyPage>
        }
      />
      {children}
      {state.dialog}
    </Page>
  );
}
