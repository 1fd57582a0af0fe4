import { useSearch } from '@tanstack/react-router';
import type { OutputOf } from '../../../api/operations.ts';
import { useOperation } from '../../../api/use-operations.ts';

export type View = OutputOf<'list-views'>['items'][number];

/** Characters of a name, as the contract has it. */
export const NAME_MAX = 60;

const NONE: readonly View[] = [];

/** The saved view that the address names. */
export const useViewId = (): string | undefined => useSearch({ from: '/shell/inbox', select: ({ view }) => view });

/** An address of the inbox that stays in the view. */
export const inView = (viewId: string | undefined, id?: number) => ({
  ...(id === undefined ? {} : { id }),
  ...(viewId === undefined ? {} : { view: viewId }),
});

/** Saved views: one's own, then those of the workspace. */
export function useViews() {
  const { data, isPending, error } = useOperation('list-views', {});
  return { views: data?.items ?? NONE, mayShare: data?.may_share === true, isPending, error };
}
