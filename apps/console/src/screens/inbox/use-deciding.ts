import type { OperationError } from '../../api/call-gateway.ts';
import type { InputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';

type Decision = Omit<InputOf<'update-conversation'>, 'id'>;

export interface Deciding {
  /** `onDone` is called once it is stored. */
  decide(decision: Decision, onDone?: () => void): void;
  isBusy: boolean;
  error: OperationError | null;
}

/** Changes that people make to one conversation: its state, snooze, assignee and labels, whether a bot answers. */
export function useDeciding(id: number): Deciding {
  const change = useChange('update-conversation', {
    refreshes: ['get-conversation', 'list-conversations', 'list-conversation-changes'],
  });
  return {
    decide: (decision, onDone) => change.mutate({ id, ...decision }, onDone ? { onSuccess: onDone } : {}),
    isBusy: change.isPending,
    error: change.error,
  };
}
