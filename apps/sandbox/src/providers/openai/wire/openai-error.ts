import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import type { AiKey } from '../../ai/state/key-behaviours.ts';

interface OpenaiWords {
  type: string;
  code: string | null;
  message: string;
}

const openaiError = (
  status: number,
  { type, code, message }: OpenaiWords,
  headers: Record<string, string> = {},
): ProviderAnswer => ({ status, body: { error: { message, type, param: null, code } }, headers });

/** Both of OpenAI's headers for a delay. */
const waitHeaders = (ms: number | null): Record<string, string> =>
  ms === null ? {} : { 'retry-after-ms': String(ms), 'retry-after': String(Math.ceil(ms / 1000)) };

export const badOpenaiKey = (): ProviderAnswer =>
  openaiError(401, {
    type: 'invalid_request_error',
    code: 'invalid_api_key',
    message:
      'Incorrect API key provided: sk-sandb***************test. You can find your API key at https://platform.openai.com/account/api-keys.',
  });

export const badOpenaiRequest = (): ProviderAnswer =>
  openaiError(400, {
    type: 'invalid_request_error',
    code: null,
    message: 'We could not parse the JSON body of your request.',
  });

/** OpenAI's error for a key that it does not serve; null for any other key. */
export function refuseOpenai({ behaviour, retryAfterMs }: AiKey): ProviderAnswer | null {
  switch (behaviour) {
    case 'out_of_money':
      return openaiError(429, {
        type: 'insufficient_quota',
        code: 'credit_balance_exhausted',
        message: 'Your organization has no prepaid credits remaining.',
      });
    case 'insufficient_quota':
      return openaiError(429, {
        type: 'insufficient_quota',
        code: 'insufficient_quota',
        message: 'You exceeded your current quota, please check your plan and billing details.',
      });
    case 'over_own_limit':
      return openaiError(429, {
        type: 'insufficient_quota',
        code: 'project_spend_limit_exceeded',
        message: 'Your project reached its spend limit.',
      });
    case 'rate_limited': {
      const message = 'Rate limit reached for requests. Please try again later.';
      return openaiError(429, { type: 'requests', code: 'rate_limit_exceeded', message }, waitHeaders(retryAfterMs));
    }
    case 'overloaded': {
      const message = 'The server is currently overloaded with other requests.';
      const words = { type: 'service_unavailable_error', code: 'server_is_overloaded', message };
      return openaiError(503, words, waitHeaders(retryAfterMs));
    }
    default:
      return null;
  }
}
