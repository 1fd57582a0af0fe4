import { OperationError } from '../../../api/call-gateway.ts';
import type { ChangeState } from '../../../ui/forms/form.tsx';

/**
 * A change whose refusal by Meta is shown in Meta's own words: the console's own are about messages. The other codes
 * keep theirs.
 */
export function inOwnWords({ isPending, error }: ChangeState): ChangeState {
  if (error?.code !== 'graph_error') return { isPending, error };
  const { message, requestId } = error;
  return { isPending, error: new OperationError({ code: 'refused_by_platform', message, requestId }) };
}
