import type { ProviderProblem } from '@parley/common/errors';
import { isAccountRefusal } from '@parley/common/errors/account-refusals';
import { z } from 'zod';
import type { ProviderAnswer } from '../http/provider-request.ts';
import { failureWithoutReason, refused, type SendFailure } from '../sent/send-outcome.ts';
import { usageWaitMs } from './graph-usage.ts';

const GraphErrorBody = z.object({
  error: z.looseObject({
    message: z.string().catch(''),
    error_user_msg: z.string().optional().catch(undefined),
    code: z.union([z.number(), z.string()]).nullable().catch(null).default(null),
    error_subcode: z.number().optional().catch(undefined),
    error_data: z
      .looseObject({ details: z.string().optional().catch(undefined) })
      .optional()
      .catch(undefined),
    is_transient: z.boolean().optional().catch(undefined),
    fbtrace_id: z.string().optional().catch(undefined),
  }),
});

/**
 * Rate limits of the whole app, account, page or number: certainly not sent (docs/reference/wa.md#errors); 80000–80014
 * are the business use cases.
 */
const RATE_CODES = new Set([4, 17, 32, 341, 613, 130429, ...Array.from({ length: 15 }, (_, index) => 80_000 + index)]);
/** The provider's "try again", and the rate limit for one recipient: retried only when the answer gives a delay. */
const BUSY_CODES = new Set([1, 2, 1200, 131000, 131016, 131056, 131057, 133004]);
/** With any subcode (458 removed, 460 password changed, 463 expired…) the owner must authorize again. */
const TOKEN_CODES = new Set([0, 102, 190]);
/**
 * A limit on private replies that lasts longer than any send (docs/reference/ig.md#errors); it comes with one of the
 * rate limit codes.
 */
const HELD_SUBCODES = new Set([2_534_013]);

type GraphProblem = ProviderProblem & {
  numericCode: number | null;
  /** Whether the provider calls the error transient. */
  isTransient: boolean;
};

/** Too many, or too fast, attempts with a PIN: the details say how long to wait. */
const WAIT_CODES = new Set([133008, 133009]);

/** Meta's message where only `error_user_msg` has the reason, as for templates. */
const GENERIC_MESSAGE = 'Invalid parameter';

/** The error of a Graph answer as the `provider` of an error body; null when there is none. */
export function graphProblem(answer: ProviderAnswer): GraphProblem | null {
  const parsed = GraphErrorBody.safeParse(answer.body);
  if (!parsed.success) return null;
  const { message: title, code, error_subcode: subcode, is_transient: isTransient } = parsed.data.error;
  const { error_user_msg: reason, fbtrace_id: traceId } = parsed.data.error;
  const { error_data: data } = parsed.data.error;
  const message =
    title === GENERIC_MESSAGE && reason ? reason : (WAIT_CODES.has(Number(code)) && data?.details) || title;
  return {
    name: 'graph',
    status: answer.status,
    code,
    ...(subcode === undefined ? {} : { subcode }),
    message: message || 'The provider gave no message.',
    ...(traceId ? { trace_id: traceId } : {}),
    numericCode: typeof code === 'number' ? code : null,
    isTransient: isTransient ?? false,
  };
}

/**
 * The outcome of a send after an unsuccessful Graph answer. Decided by `code` and subcode, not by HTTP status
 * (docs/reference/wa.md#errors).
 */
export function graphFailure(answer: ProviderAnswer): SendFailure {
  const problem = graphProblem(answer);
  if (!problem) return failureWithoutReason('graph', answer);
  const { numericCode, isTransient, ...provider } = problem;
  const { subcode } = provider;
  const code = numericCode ?? -1;
  const limited = RATE_CODES.has(code);
  const busy = BUSY_CODES.has(code) || isTransient || answer.status >= 500 || answer.status === 429;
  const held = subcode !== undefined && (HELD_SUBCODES.has(subcode) || isAccountRefusal(subcode));
  // The header gives the wait of a rate limit; for other errors it does not mean that nothing was sent.
  const usageMs = limited ? usageWaitMs(answer.headers?.['x-business-use-case-usage']) : null;
  return refused(provider, {
    channelBroken: TOKEN_CODES.has(code),
    safeToRetry: !held && (limited || (busy && answer.retryAfterMs !== null)),
    retryAfterMs: answer.retryAfterMs ?? usageMs,
  });
}
