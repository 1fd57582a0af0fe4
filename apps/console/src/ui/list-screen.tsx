import type { ReactNode } from 'react';
import { Listing, type ListingProps } from './listing.tsx';
import { EmptyPage, Page } from './page.tsx';

interface Props<T> extends Omit<ListingProps<T>, 'empty' | 'caption'> {
  title: string;
  /** Uses the whole width of the window, for logs. */
  isWide?: boolean;
  /** Name of the table; by default the title of the screen. */
  caption?: string;
  emptyTitle: string;
  emptyLead: string;
  /** The button that adds an item: next to the title, or in the empty state while there are no items. */
  create?: ReactNode;
  /** Actions next to the title, whether there are items or not. */
  actions?: ReactNode;
  /** Filters, totals and notices between the title and the table. */
  above?: ReactNode;
  /** Dialogs, and sections below the table. */
  children?: ReactNode;
}

/** A screen that is one list: title, filters, table, empty state, problem, "show more", and the dialogs of its items. */
export function ListScreen<T>(props: Props<T>) {
  const { title, isWide, caption = title, emptyTitle, emptyLead, create, actions, above, children, ...listing } = props;
  return (
    <Page title={title} isWide={isWide} actions={actions ?? (listing.list.data?.length ? create : undefined)}>
      {above}
      <Listing
        {...listing}
        caption={caption}
        empty={
          <EmptyPage title={emptyTitle} action={create}>
            {emptyLead}
          </EmptyPage>
        }
      />
      {children}
    </Page>
  );
}
