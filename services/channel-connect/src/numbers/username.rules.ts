import { AppError, type ProviderProblem } from '@parley/common/errors';

/** Meta does not document which of these is taken, reserved, not allowed or limited (docs/reference/wa.md#usernames). */
const REFUSED: ReadonlySet<unknown> = new Set([147001, 147002, 147003, 147004]);
const ON_OTHER_NUMBER = 147005;

/** The error of a username that Meta refuses; null for any other refusal. */
export function usernameError(provider: ProviderProblem): AppError | null {
  if (provider.code === ON_OTHER_NUMBER) return new AppError('username_on_other_number', { provider });
  return REFUSED.has(provider.code) ? new AppError('username_refused', { provider }) : null;
}
