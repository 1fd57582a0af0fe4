import type { OperationError } from '../../api/call-gateway.ts';
import type { InputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';

type Decision = Omit<InputOf<'update-conversation'>, 'id'>;

export interface Deciding {
  decide(decision: Decision): void;
  isBusy: boolean;
  error: OperationError | null;
}

/** Changes that people make to one conversation: its state, its assignee, whether a bot answers. */
export function useDeciding(id: number): Deciding {
  const change = useChange('update-conversation', { refreshes: ['get-conversation', 'list-conversations'] });
  return { decide: (decision) => change.mutate({ id, ...decision }), isBusy: change.isPending, error: change.error };
}
