import { useSearch } from '@tanstack/react-router';
import type { OutputOf } from '../../../api/operations.ts';
import { useOperation } from '../../../api/use-operations.ts';
import type { InboxAddress } from '../../../shell/inbox-address.ts';

export type View = OutputOf<'list-views'>['items'][number];

/** Characters of a name, as the contract has it. */
export const NAME_MAX = 60;

const NONE: readonly View[] = [];

/** Where in the inbox one is, without the conversation: the saved view, or else the filters. */
export type InboxPlace = Omit<InboxAddress, 'id' | 'message'>;

/** The place that the address names. */
export const useInboxPlace = (): InboxPlace =>
  useSearch({ from: '/shell/inbox', select: ({ id: _, message: __, ...place }) => place, structuralSharing: true });

/** An address of the inbox that stays in a place. */
export const inPlace = (place: InboxPlace, id?: number): InboxAddress => ({
  ...(id === undefined ? {} : { id }),
  ...place,
});

/** Saved views: one's own, then those of the workspace. */
export function useViews() {
  const { data, isPending, error } = useOperation('list-views', {});
  return { views: data?.items ?? NONE, mayShare: data?.may_share === true, isPending, error };
}
