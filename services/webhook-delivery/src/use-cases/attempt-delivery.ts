import { EgressError } from '@parley/providers/egress/egress-policy';
import { LookupError } from '@parley/providers/egress/lookup-error';
import { AnswerLate, exchange, targetOf } from '@parley/providers/exchange';
import { readRetryAfter } from '@parley/providers/read-retry-after';
import { memoizeBounded } from '@parley/runtime/bounded-map';
import type { Dispatcher } from 'undici';
import { buildRequest, type Secrets, type WebhookRequest } from '../domain/build-request.ts';
import { type Attempted, type DueDelivery, NOT_SENT } from '../domain/delivery.ts';
import { boundAskedWait } from '../domain/retry-schedule.ts';

export interface AttemptDeps {
  dispatcher: Dispatcher;
  openSecrets(delivery: DueDelivery): Secrets;
  now(): Date;
  /** Timeout of the whole attempt, including slow answers. */
  timeoutMs: number;
}

/** Maximum bytes read of an answer's body, also on the wire. */
export const READ_BYTES = 16 * 1024;

const KEEP_BYTES = 1024;
const TARGETS_REMEMBERED = 2000;

/** The first kilobyte as storable text: whole characters, no NUL. */
const firstKilobyte = (bytes: Buffer): string =>
  bytes.subarray(0, KEEP_BYTES).toString('utf8').replaceAll('\u0000', '\uFFFD');

/** A parsed webhook URL, cached because it is the same for every delivery of a key. */
const knownTargetOf = memoizeBounded(targetOf, TARGETS_REMEMBERED);

function describe(error: unknown): { message: string; ownFault: boolean } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const known = [error, cause].find((candidate) => candidate instanceof EgressError);
  if (known instanceof EgressError) return { message: `${NOT_SENT}${known.message}`, ownFault: true };
  // If a name's own servers do not answer, its owner is at fault; if our name servers do not answer at all, we are.
  if (error instanceof LookupError) return { message: error.message, ownFault: error.ours };
  if (error instanceof AnswerLate) return { message: 'no answer in time', ownFault: false };
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return { message: code || (error instanceof Error ? error.message : String(error)), ownFault: false };
}

/**
 * POSTs one delivery once (docs/reference/webhook-delivery.md#an-attempt). Never throws. Redirects are not followed.
 */
export function makeAttemptDelivery(deps: AttemptDeps) {
  // The status decides; a slow or endless body is not awaited.
  const limits = { timeoutMs: deps.timeoutMs, maxBytes: READ_BYTES, takesPart: true };
  return async (delivery: DueDelivery): Promise<Attempted> => {
    const at = deps.now();
    const startedMs = performance.now();
    const reported = (result: Omit<Attempted, 'at' | 'latencyMs'>): Attempted => ({
      at,
      latencyMs: Math.round(performance.now() - startedMs),
      ...result,
    });
    const failed = (error: string, ownFault: boolean): Attempted =>
      reported({
        statusCode: null,
        error: firstKilobyte(Buffer.from(error)),
        response: null,
        retryAfterMs: null,
        ownFault,
      });
    let made: WebhookRequest;
    try {
      made = buildRequest(delivery, deps.openSecrets(delivery), at);
    } catch {
      return failed(`${NOT_SENT}the webhook secret cannot be read`, true);
    }
    try {
      const answer = await exchange(deps.dispatcher, knownTargetOf(delivery.url), { method: 'POST', ...made }, limits);
      return reported({
        statusCode: answer.statusCode,
        error: null,
        response: firstKilobyte(answer.body),
        retryAfterMs: boundAskedWait(readRetryAfter(answer.headers['retry-after'], at)),
        ownFault: false,
      });
    } catch (error) {
      const { message, ownFault } = describe(error);
      return failed(message, ownFault);
    }
  };
}

export type AttemptDelivery = ReturnType<typeof makeAttemptDelivery>;
