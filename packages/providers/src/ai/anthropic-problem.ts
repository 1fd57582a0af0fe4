import { z } from 'zod';
import type { AiErrorKind, AiProblem } from './ai-error.ts';

const Failed = z.object({
  error: z.object({
    type: z.string(),
    message: z.string().catch(''),
    details: z.object({ error_code: z.string().nullish() }).nullish().catch(null),
  }),
});

const KINDS = new Map<string, AiErrorKind>([
  ['authentication_error', 'refused_key'],
  ['permission_error', 'refused_key'],
  ['billing_error', 'out_of_money'],
  ['enforced_spend_limit_reached', 'out_of_money'],
  ['rate_limit_error', 'rate_limited'],
  ['overloaded_error', 'overloaded'],
  ['api_error', 'overloaded'],
  ['timeout_error', 'timeout'],
  ['request_too_large', 'too_large'],
  ['not_found_error', 'invalid_request'],
  ['invalid_request_error', 'invalid_request'],
]);

/** Errors of the type `invalid_request_error` are distinguished by the beginning of the message. */
const BEGINNINGS: readonly (readonly [RegExp, AiErrorKind])[] = [
  [/^You have reached your specified (workspace )?API usage limits/, 'out_of_money'],
  [/^Your credit balance is too low/, 'out_of_money'],
  [/^prompt is too long/, 'too_large'],
];

/**
 * Reads Anthropic's errors (platform.claude.com/docs/en/api/errors, …/api/rate-limits). The account's own spend limit
 * is a 400; the cap of the tier is a 429 without a delay and with a code in `details`. A refusal is a stop reason,
 * which the library reports.
 */
export function readAnthropicProblem(body: unknown): AiProblem | null {
  const { data } = Failed.safeParse(body);
  if (!data) return null;
  const { type, message, details } = data.error;
  const code = [details?.error_code, type].find((name) => typeof name === 'string' && KINDS.has(name)) ?? null;
  const said = code === 'invalid_request_error' ? BEGINNINGS.find(([beginning]) => beginning.test(message)) : undefined;
  return { kind: said?.[1] ?? (code === null ? null : (KINDS.get(code) ?? null)), code };
}
