import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import { badAnthropicRequest } from '../../anthropic/wire/anthropic-error.ts';
import { badGoogleRequest } from '../../google/wire/google-error.ts';
import { badOpenaiRequest } from '../../openai/wire/openai-error.ts';

/** The error for a request that could not be handled, in the format of the called API; null for other addresses. */
export function aiFailure(url: string, status: number): ProviderAnswer | null {
  if (url.startsWith('/v1beta/')) return { ...badGoogleRequest(), status };
  if (url.startsWith('/v1/messages')) return { ...badAnthropicRequest(), status };
  return url.startsWith('/v1/') ? { ...badOpenaiRequest(), status } : null;
}
