import { signedHeaders, signingKeys } from '@parley/providers/http/event-headers';

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

/** Posts an event to a receiver with the headers of Parley (docs/reference/events.md#signatures). */
export async function postEvent(url: string, event: Signable, secret: string): Promise<Posted> {
  const body = JSON.stringify(event);
  const keys = { newest: signingKeys(secret), previous: null };
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
      headers: signedHeaders({ eventId: event.id, type: event.event }, body, keys, startedAt),
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
