import type { ReactNode } from 'react';
import { EmptyPage } from '../page/page.tsx';
import { Section } from '../page/section.tsx';
import { type DeclaredList, useListState } from './list-state.tsx';
import { Listing, type ListingProps } from './listing.tsx';

interface Props<T> extends DeclaredList<T>, Omit<ListingProps<T>, 'empty' | 'caption' | 'columns'> {
  title: string;
  lead?: string;
  actions?: ReactNode;
  /** A sentence; or title and sentence of a larger empty state, with the button that adds an item. */
  empty: string | readonly [title: string, lead: string];
  /** Dialogs. */
  children?: ReactNode;
}

/** A part of a screen that is one list. */
export function ListSection<T>({ title, lead, actions, empty, children, ...others }: Props<T>) {
  const { create, useMenu, columns, ...listing } = others;
  const state = useListState({ columns, create, useMenu });
  return (
    <Section title={title} lead={lead} actions={actions ?? (listing.list.data?.length ? state.button : undefined)}>
      <Listing
        {...listing}
        columns={state.columns}
        caption={title}
        empty={
          typeof empty === 'string' ? (
            <p className="text-muted">{empty}</p>
          ) : (
            <EmptyPage title={empty[0]} action={state.button}>
              {empty[1]}
            </EmptyPage>
          )
        }
      />
      {children}
      {state.dialog}
    </Section>
  );
}
