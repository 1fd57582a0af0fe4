import { useNavigate } from '@tanstack/react-router';
import { opensNext } from '../../../ui/lists/opens-next.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { type Decision, departureOf } from '../conversation/use-deciding.ts';
import { type InboxPlace, inPlace } from '../views/use-views.ts';
import type { RowsListed } from './use-rows-listed.ts';

interface Shown {
  chosenId: number | undefined;
  rows: RowsListed;
  place: InboxPlace;
}

/**
 * Opens the next conversation of the list when the open one has left it by a decision, if the person chose so. A
 * conversation that was opened since the decision stays open.
 */
export function useOpenNext({ chosenId, rows, place }: Shown): (before: Conversation, decision: Decision) => void {
  const navigate = useNavigate();
  const opened = useLatest(chosenId);
  return ({ id }, decision) => {
    if (departureOf(decision) === null || opened.current !== id || !opensNext()) return;
    const next = rows.next(1) ?? rows.next(-1);
    void navigate({ to: '/inbox', search: inPlace(place, next?.id === id ? undefined : next?.id) });
  };
}
