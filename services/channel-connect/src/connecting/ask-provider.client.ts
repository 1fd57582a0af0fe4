import { retryRefused } from '@parley/providers/retry-refused';
import type { ReadResult, SendFailure } from '@parley/providers/send-outcome';
import { ConnectRefused } from '../links/connect-result.rules.ts';
import { providerError } from './provider-failure.rules.ts';

/**
 * Calls a provider, and retries a call that was certainly not carried out. Throws a failure with its public code
 * (docs/reference/errors.md#provider-errors).
 */
export async function askProvider<Answer extends { ok: true }>(
  call: () => Promise<Answer | { ok: false; failure: SendFailure }>,
): Promise<Answer> {
  const asked = await retryRefused(call);
  if (!asked.ok) throw providerError(asked.failure);
  return asked;
}

/** {@link askProvider} for an authorization; returns the value, and throws {@link ConnectRefused}. */
export async function askForAuthorization<T>(call: () => Promise<ReadResult<T>>): Promise<T> {
  const asked = await retryRefused(call);
  if (asked.ok) return asked.value;
  const code = asked.failure.kind === 'refused' ? 'provider_error' : 'provider_timeout';
  throw new ConnectRefused(code, { cause: asked.failure.provider });
}
