import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import type { AiKey } from '../../ai/state/key-behaviours.ts';

const TYPE = 'type.googleapis.com/google.rpc';

const googleError = (code: number, status: string, message: string, details: unknown[] = []): ProviderAnswer => ({
  status: code,
  body: { error: { code, message, status, ...(details.length === 0 ? {} : { details }) } },
});

const INVALID_KEY = 'API key not valid. Please pass a valid API key.';

export const badGoogleKey = (): ProviderAnswer =>
  googleError(400, 'INVALID_ARGUMENT', INVALID_KEY, [
    {
      '@type': `${TYPE}.ErrorInfo`,
      reason: 'API_KEY_INVALID',
      domain: 'googleapis.com',
      metadata: { service: 'generativelanguage.googleapis.com' },
    },
    { '@type': `${TYPE}.LocalizedMessage`, locale: 'en-US', message: INVALID_KEY },
  ]);

export const badGoogleRequest = (): ProviderAnswer =>
  googleError(400, 'INVALID_ARGUMENT', 'Invalid JSON payload received.');

function overQuota(quotaId: string, retryAfterMs: number | null): ProviderAnswer {
  const message = 'You exceeded your current quota, please check your plan and billing details.';
  const violation = {
    quotaMetric: 'generativelanguage.googleapis.com/generate_content_free_tier_requests',
    quotaId,
    quotaDimensions: { location: 'global', model: 'gemini-sandbox' },
    quotaValue: '15',
  };
  const retry = retryAfterMs === null ? [] : [{ '@type': `${TYPE}.RetryInfo`, retryDelay: `${retryAfterMs / 1000}s` }];
  return googleError(429, 'RESOURCE_EXHAUSTED', message, [
    { '@type': `${TYPE}.QuotaFailure`, violations: [violation] },
    ...retry,
  ]);
}

/** Google's error for a key that it does not serve; null for any other key. */
export function refuseGoogle({ behaviour, retryAfterMs }: AiKey): ProviderAnswer | null {
  switch (behaviour) {
    case 'insufficient_quota':
    case 'out_of_money': {
      const message =
        'Your prepayment credits are depleted. Please go to AI Studio to manage your project and billing.';
      return googleError(402, 'RESOURCE_EXHAUSTED', message);
    }
    case 'over_own_limit':
      return overQuota('GenerateRequestsPerDayPerProjectPerModel-FreeTier', 26_000);
    case 'rate_limited':
      return overQuota('GenerateRequestsPerMinutePerProjectPerModel-FreeTier', retryAfterMs);
    case 'overloaded': {
      const message = 'The model is overloaded. Please try again later.';
      const retry =
        retryAfterMs === null ? [] : [{ '@type': `${TYPE}.RetryInfo`, retryDelay: `${retryAfterMs / 1000}s` }];
      return googleError(503, 'UNAVAILABLE', message, retry);
    }
    default:
      return null;
  }
}
