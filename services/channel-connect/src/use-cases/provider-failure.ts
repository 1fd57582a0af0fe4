import { AppError } from '@parley/common/errors';
import type { SendFailure } from '@parley/providers/send-outcome';

/** A call to a provider that did not succeed: it refused, or nobody knows. */
export type ProviderFailure = SendFailure;

/** What became of telling a provider something. */
export type ProviderResult = Promise<{ ok: true } | { ok: false; failure: ProviderFailure }>;

const REFUSAL = { graph: 'graph_error', telegram: 'telegram_error', tiktok: 'tiktok_error' } as const;

/**
 * The failure as an answer: 502 with the provider's own message, or 504 when it did not say
 * (docs/reference/errors.md#provider-errors).
 */
export function providerError(name: keyof typeof REFUSAL, { kind, provider }: ProviderFailure): AppError {
  if (kind === 'refused') return new AppError(REFUSAL[name], { message: provider.message, provider });
  return new AppError('provider_timeout', {
    message: 'The provider did not answer as it should; repeating the request is safe.',
    provider,
  });
}
