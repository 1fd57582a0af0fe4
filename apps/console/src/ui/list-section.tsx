import type { ReactNode } from 'react';
import { Listing, type ListingProps } from './listing.tsx';
import { Section } from './section.tsx';

interface Props<T> extends Omit<ListingProps<T>, 'empty' | 'caption'> {
  title: string;
  lead?: string;
  actions?: ReactNode;
  /** A sentence, or a larger empty state with an action. */
  empty: ReactNode;
  /** Dialogs of the items. */
  children?: ReactNode;
}

/** A part of a screen that is one list. */
export function ListSection<T>({ title, lead, actions, empty, children, ...listing }: Props<T>) {
  return (
    <Section title={title} lead={lead} actions={actions}>
      <Listing
        {...listing}
        caption={title}
        empty={typeof empty === 'string' ? <p className="text-muted">{empty}</p> : empty}
      />
      {children}
    </Section>
  );
}
