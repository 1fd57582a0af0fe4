import { createHmac } from 'node:crypto';

/** How a receiver answered: its status, or why there is none. */
export interface Posted {
  status: number | null;
  ms: number;
  problem: string | null;
}

const TIMEOUT_MS = 15_000;

interface Signable {
  id: string;
  event: string;
}

/** The headers with which Parley posts an event (docs/reference/events.md#signatures). */
export function signEvent({ id, event }: Signable, body: string, secret: string, at: Date): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-service-event': event,
    'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  };
}

/** Posts an event to a receiver, signed as Parley signs it. */
export async function postEvent(url: string, event: Signable, secret: string): Promise<Posted> {
  const body = JSON.stringify(event);
  const startedAt = new Date();
  const end = (status: number | null, problem: string | null): Posted => ({
    status,
    ms: Date.now() - startedAt.getTime(),
    problem,
  });
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: signEvent(event, body, secret, startedAt),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return end(answer.status, null);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return end(null, cause instanceof Error ? cause.message : String(cause));
  }
}
