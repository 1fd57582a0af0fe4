import { EgressError } from '@parley/providers/egress/egress-policy';
import { type Dispatcher, request } from 'undici';
import { buildRequest, type Secrets } from '../domain/build-request.ts';
import { retryAfterMs } from '../domain/retry-schedule.ts';
import type { DueDelivery } from '../storage/delivery-store.ts';

export interface AttemptDeps {
  dispatcher: Dispatcher;
  openSecrets(delivery: DueDelivery): Secrets;
  now(): Date;
  /** The whole attempt, dripping answers included. */
  timeoutMs: number;
}

/** What one attempt brought. */
export interface Attempted {
  at: Date;
  statusCode: number | null;
  latencyMs: number;
  error: string | null;
  /** First 1 kB of the answer. */
  response: string | null;
  retryAfterMs: number | null;
  ownFault: boolean;
}

const READ_BYTES = 16 * 1024;
const KEEP_CHARACTERS = 1024;

/** Reads at most 16 kB, then lets the connection go: the status counts whatever follows. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
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
  return Buffer.concat(parts).toString('utf8').replaceAll('\u0000', '').slice(0, KEEP_CHARACTERS);
}

function describe(error: unknown): { message: string; ownFault: boolean } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const known = [error, cause].find((candidate) => candidate instanceof EgressError);
  if (known instanceof EgressError) return { message: `not sent: ${known.message}`, ownFault: true };
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (error instanceof Error && error.name === 'TimeoutError') return { message: 'no answer in time', ownFault: false };
  return { message: code || (error instanceof Error ? error.message : String(error)), ownFault: code === 'EAI_AGAIN' };
}

/** POSTs one delivery once (webhook-delivery.md, An attempt). Never throws. Redirects are not followed. */
export function makeAttemptDelivery({ dispatcher, openSecrets, now, timeoutMs }: AttemptDeps) {
  return async (delivery: DueDelivery): Promise<Attempted> => {
    const at = now();
    const startedMs = performance.now();
    const spentMs = (): number => Math.round(performance.now() - startedMs);
    try {
      const { body, headers } = buildRequest(delivery, openSecrets(delivery), at);
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await request(delivery.url, { method: 'POST', headers, body, dispatcher, signal });
      const response = await readStart(answer.body);
      const header = answer.headers['retry-after'];
      return {
        at,
        statusCode: answer.statusCode,
        latencyMs: spentMs(),
        error: null,
        response,
        retryAfterMs: retryAfterMs(typeof header === 'string' ? header : undefined, at),
        ownFault: false,
      };
    } catch (error) {
      const { message, ownFault } = describe(error);
      return {
        at,
        statusCode: null,
        latencyMs: spentMs(),
        error: message.slice(0, KEEP_CHARACTERS),
        response: null,
        retryAfterMs: null,
        ownFault,
      };
    }
  };
}

export type AttemptDelivery = ReturnType<typeof makeAttemptDelivery>;
