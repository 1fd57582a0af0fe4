import { AppError, refusedByProvider } from '@parley/common/errors';
import type { SendFailure } from '@parley/providers/send-outcome';

/** The outcome of a provider call. */
export type ProviderResult = { ok: true } | { ok: false; failure: SendFailure };

/**
 * The failure of a provider call as an error: 502 with the provider's own message, or 504 without an answer
 * (docs/reference/errors.md#provider-errors).
 */
export function providerError({ kind, provider }: SendFailure): AppError {
  if (kind === 'refused') return refusedByProvider(provider);
  return new AppError('provider_timeout', {
    message: 'The provider did not answer as it should; repeating the request is safe.',
    provider,
  });
}
