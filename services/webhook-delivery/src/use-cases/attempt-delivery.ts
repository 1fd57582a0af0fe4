import { EgressError } from '@parley/providers/egress/egress-policy';
import { type Dispatcher, request } from 'undici';
import { buildRequest, type Secrets, type WebhookRequest } from '../domain/build-request.ts';
import type { Attempted, DueDelivery } from '../domain/delivery.ts';
import { retryAfterMs } from '../domain/retry-schedule.ts';

export interface AttemptDeps {
  dispatcher: Dispatcher;
  openSecrets(delivery: DueDelivery): Secrets;
  now(): Date;
  /** The whole attempt, dripping answers included. */
  timeoutMs: number;
}

const READ_BYTES = 16 * 1024;
const KEEP_BYTES = 1024;

class NoAnswerInTime extends Error {}

/** The first 1 kB as text that the database takes: whole characters, no NUL. */
const firstKilobyte = (bytes: Buffer): string =>
  bytes.subarray(0, KEEP_BYTES).toString('utf8').replaceAll('\u0000', '\uFFFD');

/** Reads at most 16 kB, then lets the connection go: the status counts whatever follows. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Letting go of an unread answer is told as an error to whoever listens.
  body.on('error', () => {});
  try {
    for await (const part of body) {
      // safe: undici yields bytes
      const bytes = part as Uint8Array;
      parts.push(bytes);
      size += bytes.length;
      if (size >= READ_BYTES) break;
    }
  } catch {
    // The answer broke off or dripped past the deadline: its status has arrived.
  } finally {
    body.destroy();
  }
  return firstKilobyte(Buffer.concat(parts));
}

function describe(error: unknown): { message: string; ownFault: boolean } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const known = [error, cause].find((candidate) => candidate instanceof EgressError);
  if (known instanceof EgressError) return { message: `not sent: ${known.message}`, ownFault: true };
  if (error instanceof NoAnswerInTime) return { message: 'no answer in time', ownFault: false };
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return { message: code || (error instanceof Error ? error.message : String(error)), ownFault: code === 'EAI_AGAIN' };
}

async function post(url: string, { body, headers }: WebhookRequest, { dispatcher, timeoutMs }: AttemptDeps) {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new NoAnswerInTime()), timeoutMs);
  try {
    const answer = await request(url, { method: 'POST', headers, body, dispatcher, signal: deadline.signal });
    const header = answer.headers['retry-after'];
    return {
      statusCode: answer.statusCode,
      response: await readStart(answer.body),
      retryAfter: typeof header === 'string' ? header : undefined,
    };
  } finally {
    clearTimeout(timer);
  }
}

/** POSTs one delivery once (webhook-delivery.md, An attempt). Never throws. Redirects are not followed. */
export function makeAttemptDelivery(deps: AttemptDeps) {
  return async (delivery: DueDelivery): Promise<Attempted> => {
    const at = deps.now();
    const startedMs = performance.now();
    const told = (result: Omit<Attempted, 'at' | 'latencyMs'>): Attempted => ({
      at,
      latencyMs: Math.round(performance.now() - startedMs),
      ...result,
    });
    const failed = (error: string, ownFault: boolean): Attempted =>
      told({
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
      const { statusCode, response, retryAfter } = await post(delivery.url, made, deps);
      const waitMs = retryAfterMs(retryAfter, at);
      return told({ statusCode, error: null, response, retryAfterMs: waitMs, ownFault: false });
    } catch (error) {
      const { message, ownFault } = describe(error);
      return failed(message, ownFault);
    }
  };
}

export type AttemptDelivery = ReturnType<typeof makeAttemptDelivery>;
