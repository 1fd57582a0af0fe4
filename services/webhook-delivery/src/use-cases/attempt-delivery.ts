import { memoizeBounded } from '@parley/common/bounded-map';
import { EgressError } from '@parley/providers/egress/egress-policy';
import { LookupError } from '@parley/providers/egress/lookup-error';
import { readRetryAfter } from '@parley/providers/read-retry-after';
import type { Dispatcher } from 'undici';
import { buildRequest, type Secrets, type WebhookRequest } from '../domain/build-request.ts';
import type { Attempted, DueDelivery } from '../domain/delivery.ts';
import { boundAskedWait } from '../domain/retry-schedule.ts';
import { NoAnswerInTime, postWebhook } from './post-webhook.ts';

export interface AttemptDeps {
  dispatcher: Dispatcher;
  openSecrets(delivery: DueDelivery): Secrets;
  now(): Date;
  /** Timeout of the whole attempt, slow answers included. */
  timeoutMs: number;
}

const KEEP_BYTES = 1024;
const TARGETS_REMEMBERED = 2000;

/** The first 1 kB as storable text: whole characters, no NUL. */
const firstKilobyte = (bytes: Buffer): string =>
  bytes.subarray(0, KEEP_BYTES).toString('utf8').replaceAll('\u0000', '\uFFFD');

/** A parsed webhook URL, cached because it is the same for every delivery of a key. */
const targetOf = memoizeBounded((url: string) => {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: `${pathname}${search}` };
}, TARGETS_REMEMBERED);

function describe(error: unknown): { message: string; ownFault: boolean } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const known = [error, cause].find((candidate) => candidate instanceof EgressError);
  if (known instanceof EgressError) return { message: `not sent: ${known.message}`, ownFault: true };
  // A name whose servers do not answer is its owner's fault; if our own name servers do not answer at all, it is ours.
  if (error instanceof LookupError) return { message: error.message, ownFault: error.ours };
  if (error instanceof NoAnswerInTime) return { message: 'no answer in time', ownFault: false };
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return { message: code || (error instanceof Error ? error.message : String(error)), ownFault: false };
}

/**
 * POSTs one delivery once (docs/reference/webhook-delivery.md#an-attempt). Never throws. Redirects are not followed.
 */
export function makeAttemptDelivery(deps: AttemptDeps) {
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
      return failed('not sent: the webhook secret cannot be read', true);
    }
    try {
      const answer = await postWebhook(deps.dispatcher, targetOf(delivery.url), made, deps.timeoutMs);
      return reported({
        statusCode: answer.statusCode,
        error: null,
        response: firstKilobyte(answer.start),
        retryAfterMs: boundAskedWait(readRetryAfter(answer.retryAfter, at)),
        ownFault: false,
      });
    } catch (error) {
      const { message, ownFault } = describe(error);
      return failed(message, ownFault);
    }
  };
}

export type AttemptDelivery = ReturnType<typeof makeAttemptDelivery>;
