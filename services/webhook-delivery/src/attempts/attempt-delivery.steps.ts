import { EgressError } from '@parley/providers/egress/egress-policy';
import { LookupError } from '@parley/providers/egress/lookup-error';
import { AnswerLate } from '@parley/providers/http/exchange';
import { readRetryAfter } from '@parley/providers/http/read-retry-after';
import { postTargetOf } from '@parley/providers/post/post-pool';
import { memoizeBounded } from '@parley/runtime/bounded-map';
import { currentTrace } from '@parley/runtime/tracing/tracing';
import type { Rendered } from '../evolution/evolution-body.rules.ts';
import { renderOtherForm } from '../evolution/render-other-form.steps.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { type Attempted, type AttemptedDelivery, NOT_SENT } from './delivery.rules.ts';
import { buildRequest, type WebhookRequest } from './request.rules.ts';
import { boundAskedWait } from './settle-attempt.rules.ts';

const KEEP_BYTES = 1024;
const TARGETS_REMEMBERED = 2000;

/** The first kilobyte as storable text: whole characters, no NUL. */
const firstKilobyte = (bytes: Buffer): string =>
  bytes.subarray(0, KEEP_BYTES).toString('utf8').replaceAll('\u0000', '\uFFFD');

/** A parsed webhook URL, cached because it is the same for every delivery of a key. */
const knownTargetOf = memoizeBounded(postTargetOf, TARGETS_REMEMBERED);

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

/** Null where a secret cannot be decrypted. */
function signRequest(
  { openSecrets }: WebhookDeliveryService,
  delivery: AttemptedDelivery & { rendered: Rendered | null },
  at: Date,
): WebhookRequest | null {
  const { secret, previousSecret, platform } = delivery;
  try {
    const secrets = openSecrets({ newest: secret, previous: previousSecret }, platform !== null);
    const request = buildRequest(delivery, secrets, at);
    const traceparent = currentTrace();
    // Not signed: it says nothing about the event.
    return traceparent === null ? request : { ...request, headers: { ...request.headers, traceparent } };
  } catch {
    return null;
  }
}

/**
 * POSTs one delivery once (docs/reference/webhook-delivery.md#an-attempt). Never throws. Redirects are not followed.
 */
export async function attemptDelivery(
  service: WebhookDeliveryService,
  delivery: AttemptedDelivery,
): Promise<Attempted> {
  const at = service.now();
  const startedMs = performance.now();
  const reported = (result: Omit<Attempted, 'at' | 'latencyMs'>): Attempted => ({
    at,
    latencyMs: Math.round(performance.now() - startedMs),
    ...result,
  });
  const failed = (message: string, ownFault: boolean): Attempted => {
    const error = firstKilobyte(Buffer.from(message));
    return reported({ statusCode: null, error, response: null, retryAfterMs: null, ownFault });
  };
  const rendered = await renderOtherForm(service, delivery).catch(() => undefined);
  if (rendered === undefined) return failed(`${NOT_SENT}the facts of the event cannot be read`, true);
  const request = signRequest(service, { ...delivery, rendered }, at);
  if (!request) return failed(`${NOT_SENT}the webhook secret cannot be read`, true);
  try {
    const { posts, limits } = service.receivers;
    const target = knownTargetOf(rendered?.url ?? delivery.url);
    const answer = await posts.send(target, request, limits);
    return reported({
      statusCode: answer.statusCode,
      error: null,
      response: firstKilobyte(answer.body),
      retryAfterMs: boundAskedWait(readRetryAfter(answer.headers.get('retry-after'), at)),
      ownFault: false,
    });
  } catch (error) {
    const { message, ownFault } = describe(error);
    return failed(message, ownFault);
  }
}
