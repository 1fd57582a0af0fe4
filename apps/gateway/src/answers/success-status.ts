import type { Contract } from '@parley/common/define-contract';

/** The HTTP status when the work has not been done yet. */
export const DEFERRED_STATUS = 202;

const hasStatus = (output: unknown, status: string): boolean =>
  typeof output === 'object' && output !== null && 'status' in output && output.status === status;

/** The HTTP status of an output, which is in the form of the API. */
export const successStatusOf = (
  { successStatus = 200, deferredStatus }: Pick<Contract, 'successStatus' | 'deferredStatus'>,
  output: unknown,
): number => (deferredStatus !== undefined && hasStatus(output, deferredStatus) ? DEFERRED_STATUS : successStatus);
