import { useSearch } from '@tanstack/react-router';
import type { OutputOf } from '../../../api/operations.ts';
import { useOperation } from '../../../api/use-operations.ts';
import type { InboxAddress } from '../../../shell/routes/inbox-address.ts';

export type View = OutputOf<'list-views'>['items'][number];

/** Maximum length of a name, as in the contract. */
export const NAME_MAX = 60;

const NONE: readonly View[] = [];

/** The place in the inbox without the conversation: the saved view, or else the filters. */
export type InboxPlace = Omit<InboxAddress, 'id' | 'message' | 'note'>;

/** The place in the address. */
export const useInboxPlace = (): InboxPlace =>
  useSearch({
    from: '/shell/inbox',
    select: ({ id: _, message: __, note: ___, ...place }) => place,
    structuralSharing: true,
  });

/** An address in the same place of the inbox. */
export const inPlace = (place: InboxPlace, id?: number): InboxAddress => ({
  ...(id === undefined ? {} : { id }),
  ...place,
});

/** Saved views: the reader's own, then those of the workspace. */
export function useViews() {
  const { data, isPending, error } = useOperation('list-views', {});
  return { views: data?.items ?? NONE, mayShare: data?.may_share === true, isPending, error };
}
