import { randomBytes } from 'node:crypto';
import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import type { AiKey } from '../../ai/state/key-behaviours.ts';

function anthropicError(
  status: number,
  type: string,
  message: string,
  headers: Record<string, string> = {},
): ProviderAnswer {
  const requestId = `req_${randomBytes(12).toString('hex')}`;
  const body = { type: 'error', error: { type, message }, request_id: requestId };
  return { status, body, headers: { 'request-id': requestId, ...headers } };
}

export const badAnthropicKey = (): ProviderAnswer => anthropicError(401, 'authentication_error', 'invalid x-api-key');

export const badAnthropicRequest = (): ProviderAnswer =>
  anthropicError(400, 'invalid_request_error', 'messages: Field required');

const wait = (ms: number | null): Record<string, string> =>
  ms === null ? {} : { 'retry-after': String(Math.ceil(ms / 1000)) };

/** Anthropic's error for a key that it does not serve; null for any other key. */
export function refuseAnthropic({ behaviour, retryAfterMs }: AiKey): ProviderAnswer | null {
  switch (behaviour) {
    case 'insufficient_quota':
    case 'out_of_money':
      return anthropicError(402, 'billing_error', 'There is an issue with your billing or payment information.');
    case 'over_own_limit': {
      const message =
        'You have reached your specified API usage limits. You will regain access on 2027-01-01 at 00:00 UTC.';
      return anthropicError(400, 'invalid_request_error', message);
    }
    case 'rate_limited': {
      const message = 'This request would exceed your organization’s rate limit.';
      return anthropicError(429, 'rate_limit_error', message, wait(retryAfterMs));
    }
    case 'overloaded':
      return anthropicError(529, 'overloaded_error', 'Overloaded', wait(retryAfterMs));
    default:
      return null;
  }
}
