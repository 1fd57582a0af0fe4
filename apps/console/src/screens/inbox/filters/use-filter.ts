import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { type InboxPlace, inPlace, useInboxPlace, useViews, type View } from '../views/use-views.ts';
import { addressOf, type Filter, filterOf, isSame, keepFilter, readFilter } from './filters.ts';

export interface ShownFilter {
  /** Null until the view in the address is loaded. */
  filter: Filter | null;
  view: View | undefined;
  /** The address names a view that does not exist. */
  isGone: boolean;
  /** Replaces the filters, which leaves the view. */
  change(next: Filter): void;
  pick(view: View): void;
}

/**
 * The filters of the list: those of the saved view in the address, those in the address, or the last ones of this
 * window.
 */
export function useFilter(chosenId: number | undefined): ShownFilter {
  const place = useInboxPlace();
  const { view: viewId } = place;
  const navigate = useNavigate();
  const { views, isPending } = useViews();
  const named = filterOf(place);
  const [own, setOwn] = useState<Filter>(() => named ?? readFilter());
  const [known, setKnown] = useState(place);
  // Back, or a link, led to other filters.
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
  // Puts the filters into the address, even if the inbox was opened without any.
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
