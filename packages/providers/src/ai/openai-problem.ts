import { z } from 'zod';
import type { AiErrorKind, AiProblem } from './ai-error.ts';

const Words = z.object({ type: z.string().nullish(), code: z.union([z.string(), z.number()]).nullish() });
const Failed = z.object({ error: Words });
const Refused = z.union([
  z.object({
    output: z.array(
      z
        .object({ content: z.array(z.object({ type: z.string() })).optional() })
        .transform(({ content }) => content ?? []),
    ),
  }),
  z.object({ choices: z.array(z.object({ message: z.object({ refusal: z.string().nullish() }) })).min(1) }),
]);

/**
 * By `error.code`, otherwise by `error.type`: a spent balance has its own code, under the type `insufficient_quota`.
 */
const KINDS = new Map<string, AiErrorKind>([
  ['invalid_api_key', 'refused_key'],
  ['account_deactivated', 'refused_key'],
  ['insufficient_quota', 'out_of_money'],
  ['credit_balance_exhausted', 'out_of_money'],
  ['organization_usage_limit_exceeded', 'out_of_money'],
  ['organization_spend_limit_exceeded', 'out_of_money'],
  ['project_spend_limit_exceeded', 'out_of_money'],
  ['billing_hard_limit_reached', 'out_of_money'],
  ['billing_not_active', 'out_of_money'],
  ['rate_limit_exceeded', 'rate_limited'],
  ['slow_down', 'rate_limited'],
  ['rate_limit_error', 'rate_limited'],
  ['server_is_overloaded', 'overloaded'],
  ['service_unavailable_error', 'overloaded'],
  ['server_error', 'overloaded'],
  ['context_length_exceeded', 'too_large'],
  ['string_above_max_length', 'too_large'],
  ['content_filter', 'refusal'],
  ['content_policy_violation', 'refusal'],
  ['invalid_prompt', 'refusal'],
  ['model_not_found', 'invalid_request'],
  ['invalid_request_error', 'invalid_request'],
]);

function hasRefused(body: unknown): boolean {
  const { data } = Refused.safeParse(body);
  if (!data) return false;
  return 'output' in data
    ? data.output.flat().some(({ type }) => type === 'refusal')
    : data.choices.some(({ message }) => typeof message.refusal === 'string' && message.refusal !== '');
}

/**
 * Reads OpenAI's errors (developers.openai.com/api/docs/guides/error-codes). A failed response and a refusal have
 * status 200. A status of 401 or 403 is about the key, whatever the type is.
 */
export function readOpenaiProblem(body: unknown, status: number): AiProblem | null {
  const { data } = Failed.safeParse(body);
  if (!data) return hasRefused(body) ? { kind: 'refusal', code: null } : null;
  const names = [data.error.code, data.error.type].filter((name) => typeof name === 'string');
  const code = names.find((name) => KINDS.has(name)) ?? null;
  // The type of almost every 4xx: less specific than the status.
  const speaks = code !== null && code !== 'invalid_request_error' && status !== 401 && status !== 403;
  return { kind: speaks ? (KINDS.get(code) ?? null) : null, code };
}
