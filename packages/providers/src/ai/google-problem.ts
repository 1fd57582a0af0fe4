import { z } from 'zod';
import type { AiErrorKind, AiProblem } from './ai-error.ts';

const Detail = z.object({
  reason: z.string().optional().catch(undefined),
  retryDelay: z.string().optional().catch(undefined),
  violations: z
    .array(z.object({ quotaId: z.string().catch('') }))
    .optional()
    .catch(undefined),
});
const Failed = z.object({
  error: z.object({ status: z.string().catch(''), message: z.string().catch(''), details: z.array(Detail).catch([]) }),
});

const KEY_REASONS = new Set([
  'API_KEY_INVALID',
  'API_KEY_SERVICE_BLOCKED',
  'API_KEY_IP_ADDRESS_BLOCKED',
  'SERVICE_DISABLED',
  'CONSUMER_SUSPENDED',
]);
const KINDS = new Map<string, AiErrorKind>([
  ['UNAUTHENTICATED', 'refused_key'],
  ['PERMISSION_DENIED', 'refused_key'],
  ['RESOURCE_EXHAUSTED', 'rate_limited'],
  ['UNAVAILABLE', 'overloaded'],
  ['INTERNAL', 'overloaded'],
  ['DEADLINE_EXCEEDED', 'timeout'],
  ['NOT_FOUND', 'invalid_request'],
  ['INVALID_ARGUMENT', 'invalid_request'],
  // Not available in this region.
  ['FAILED_PRECONDITION', 'refused_key'],
]);

/** A duration in protobuf's JSON form: `26s`, `1.5s`. */
function delayFrom(text: string): number | null {
  const [, seconds] = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(text) ?? [];
  return seconds === undefined ? null : Math.ceil(Number(seconds) * 1000);
}

/**
 * Reads Google's errors (ai.google.dev/gemini-api/docs/troubleshooting): an invalid key is a 400 with its reason in the
 * details, a depleted balance a 402, and a daily quota is spent until midnight, whatever delay is given.
 */
export function readGoogleProblem(body: unknown, status: number): AiProblem | null {
  const { data } = Failed.safeParse(body);
  if (!data) return null;
  const { status: name, message, details } = data.error;
  const reason = details.find((detail) => KEY_REASONS.has(detail.reason ?? ''))?.reason;
  if (reason !== undefined) return { kind: 'refused_key', code: reason };
  const code = KINDS.has(name) ? name : null;
  const quotas = details.flatMap(({ violations }) => violations ?? []);
  const isSpent = quotas.some(({ quotaId }) => quotaId.includes('PerDay'));
  const needsBilling = name === 'FAILED_PRECONDITION' && /billing/i.test(message);
  if (status === 402 || isSpent || needsBilling) return { kind: 'out_of_money', code };
  if (message.startsWith('The input token count ') && message.includes(' exceeds the maximum number of tokens'))
    return { kind: 'too_large', code };
  const delay = details.find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay;
  return {
    kind: code === null ? null : (KINDS.get(code) ?? null),
    code,
    retryAfterMs: delay === undefined ? null : delayFrom(delay),
  };
}
