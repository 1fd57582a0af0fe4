import type { OperationError } from '../../../api/call-gateway.ts';
import { useChange } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { undoTexts } from '../../../texts/inbox.ts';
import { notify } from '../../../ui/problems/toast.ts';
import { type Conversation, nameOf } from './conversation.ts';
import { CHANGED_BY_PEOPLE, type Decision, departureOf } from './use-deciding.ts';

export interface Undo {
  /** Says that a conversation left the list of open ones, with a button that restores what it was before. */
  offer(before: Conversation, decision: Decision): void;
  error: OperationError | null;
}

/** Undo of what resolves, archives or snoozes a conversation. */
export function useUndo(): Undo {
  const t = useTexts(undoTexts);
  const change = useChange('update-conversation', { refreshes: CHANGED_BY_PEOPLE });
  return {
    error: change.error,
    offer(before, decision) {
      const done = departureOf(decision);
      if (done === null) return;
      const { id, snoozed } = before;
      const snoozeBefore = snoozed && (snoozed.until === null ? {} : { until: snoozed.until });
      const back = done === 'snoozed' ? { snooze: snoozeBefore } : { status: before.status };
      // A conversation that is resolved or archived loses its snooze.
      const restored = snoozeBefore ? { ...back, snooze: snoozeBefore } : back;
      notify(t(done, { name: nameOf(before) }), { title: t('undo'), run: () => change.mutate({ id, ...restored }) });
    },
  };
}
