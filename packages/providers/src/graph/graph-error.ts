import type { ProviderProblem } from '@parley/common/errors';
import { z } from 'zod';
import type { ProviderAnswer } from '../provider-request.ts';
import { failureWithoutReason, refused, type SendFailure } from '../send-outcome.ts';

const GraphErrorBody = z.object({
  error: z.looseObject({
    message: z.string().catch(''),
    code: z.union([z.number(), z.string()]).nullable().catch(null).default(null),
    error_subcode: z.number().optional().catch(undefined),
    fbtrace_id: z.string().optional().catch(undefined),
  }),
});

/** Rates of the whole app, account or number: certainly not sent, and over in moments (wa.md §5). */
const RATE_CODES = new Set([4, 80007, 130429]);
/** "Try again" of the provider, and the rate to one recipient: worth a try only when it says when. */
const BUSY_CODES = new Set([1, 2, 131000, 131016, 131056, 131057, 133004]);
const TOKEN_CODES = new Set([0, 190]);

/** The error of a Graph answer in the terms of an error body, or null where the answer holds none. */
export function graphProblem(answer: ProviderAnswer): (ProviderProblem & { numericCode: number | null }) | null {
  const parsed = GraphErrorBody.safeParse(answer.body);
  if (!parsed.success) return null;
  const { message, code, fbtrace_id: traceId } = parsed.data.error;
  return {
    name: 'graph',
    status: answer.status,
    code,
    message: message || 'The provider gave no message.',
    ...(traceId ? { trace_id: traceId } : {}),
    numericCode: typeof code === 'number' ? code : null,
  };
}

/** What a Graph answer without success says of a send. Decided by `code`, not by HTTP status (wa.md §5). */
export function graphFailure(answer: ProviderAnswer): SendFailure {
  const problem = graphProblem(answer);
  if (!problem) return failureWithoutReason('graph', answer);
  const { numericCode, ...provider } = problem;
  const code = numericCode ?? -1;
  const busy = BUSY_CODES.has(code) || answer.status >= 500 || answer.status === 429;
  return refused(provider, {
    channelBroken: TOKEN_CODES.has(code),
    safeToRetry: RATE_CODES.has(code) || (busy && answer.retryAfterMs !== null),
    retryAfterMs: answer.retryAfterMs,
  });
}
