import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { addressOf, type Filter, filterOf, isSame, keepFilter, readFilter } from './filters.ts';
import { type InboxPlace, inPlace, useInboxPlace, useViews, type View } from './views/use-views.ts';

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

/** What the list shows: the saved view of the address, or its filters, or else those that this window had last. */
export function useFilter(chosenId: number | undefined): ShownFilter {
  const place = useInboxPlace();
  const { view: viewId } = place;
  const navigate = useNavigate();
  const { views, isPending } = useViews();
  const named = filterOf(place);
  const [own, setOwn] = useState<Filter>(() => named ?? readFilter());
  const [known, setKnown] = useState(place);
  // Back, or a link, has led to other filters.
  if (place !== known) {
    setKnown(place);
    if (named !== null && !isSame(named, own)) setOwn(named);
  }
  const view = viewId === undefined ? undefined : views.find(({ id }) => id === viewId);
  const go = useCallback(
    (to: InboxPlace, isReplaced = false): void =>
      void navigate({ to: '/inbox', search: inPlace(to, chosenId), replace: isReplaced }),
    [navigate, chosenId],
  );
  const isUnsaid = viewId === undefined && named === null;
  // The address says what is shown, also where the inbox was opened without filters.
  useEffect(() => {
    const address = addressOf(own);
    if (isUnsaid && Object.keys(address).length > 0) go(address, true);
  }, [isUnsaid, own, go]);
  const change = useCallback(
    (next: Filter): void => {
      keepFilter(next);
      setOwn(next);
      go(addressOf(next), viewId === undefined);
    },
    [viewId, go],
  );
  const pick = useCallback(({ id }: View): void => go({ view: id }), [go]);
  const isUnknown = viewId !== undefined && !view;
  return {
    filter: isUnknown && isPending ? null : (view?.filter ?? own),
    view,
    isGone: isUnknown && !isPending,
    change,
    pick,
  };
}
