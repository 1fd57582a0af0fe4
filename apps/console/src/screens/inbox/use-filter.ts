import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { type Filter, keepFilter, readFilter } from './filters.ts';
import { inView, useViewId, useViews, type View } from './views/use-views.ts';

export interface ShownFilter {
  /** Null until it is known what the view of the address shows. */
  filter: Filter | null;
  view: View | undefined;
  /** The address names a view that there is not. */
  isGone: boolean;
  /** Other filters are no view any more. */
  change(next: Filter): void;
  pick(view: View): void;
}

/** What the list shows: the saved view of the address, or else the filters of this window. */
export function useFilter(chosenId: number | undefined): ShownFilter {
  const viewId = useViewId();
  const navigate = useNavigate();
  const { views, isPending } = useViews();
  const [own, setOwn] = useState(readFilter);
  const view = viewId === undefined ? undefined : views.find(({ id }) => id === viewId);
  const go = useCallback(
    (to: string | undefined): void => void navigate({ to: '/inbox', search: inView(to, chosenId) }),
    [navigate, chosenId],
  );
  const change = useCallback(
    (next: Filter): void => {
      keepFilter(next);
      setOwn(next);
      if (viewId !== undefined) go(undefined);
    },
    [viewId, go],
  );
  const pick = useCallback(({ id }: View): void => go(id), [go]);
  const isUnknown = viewId !== undefined && !view;
  return {
    filter: isUnknown && isPending ? null : (view?.filter ?? own),
    view,
    isGone: isUnknown && !isPending,
    change,
    pick,
  };
}
