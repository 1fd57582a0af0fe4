import type { OperationError } from '../../../api/call-gateway.ts';
import type { InputOf } from '../../../api/operations.ts';
import { useChange } from '../../../api/use-operations.ts';
import type { Conversation } from './conversation.ts';

export type Decision = Omit<InputOf<'update-conversation'>, 'id'>;

/** The way in which a decision removes the conversation from the list of open ones; null: it stays there. */
export function departureOf({ status, snooze }: Decision): 'resolved' | 'archived' | 'snoozed' | null {
  if (status === 'resolved' || status === 'archived') return status;
  return snooze ? 'snoozed' : null;
}

export const CHANGED_BY_PEOPLE = ['get-conversation', 'list-conversations', 'list-conversation-changes'] as const;

export interface Deciding {
  /** `onDone` is called once it is stored. */
  decide(conversation: Conversation, decision: Decision, onDone?: () => void): void;
  isBusy: boolean;
  error: OperationError | null;
}

/**
 * Changes that people make to a conversation: its state, snooze, assignee and labels, whether a bot answers. `onDecided`
 * is called with the conversation as it was before.
 */
export function useDeciding(onDecided: (before: Conversation, decision: Decision) => void): Deciding {
  const change = useChange('update-conversation', { refreshes: CHANGED_BY_PEOPLE });
  return {
    decide(conversation, decision, onDone) {
      // The callbacks of `mutate` are skipped for all but the last change, and once another conversation is open.
      change.mutateAsync({ id: conversation.id, ...decision }).then(
        () => {
          onDecided(conversation, decision);
          onDone?.();
        },
        () => undefined,
      );
    },
    isBusy: change.isPending,
    error: change.error,
  };
}
