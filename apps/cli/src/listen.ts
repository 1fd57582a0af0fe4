import type { CursorStore, Event, Parley } from '@parley/sdk';
import { postEvent } from './post-event.ts';

export interface ListenOptions {
  client: Pick<Parley, 'events'>;
  /** The receiver's address. */
  forward: string;
  secret: string;
  cursor: CursorStore;
  /** Posts the events since this time again; null resumes after the last posted event. */
  replaySince: Date | null;
  /** False stops after the newest event instead of waiting for more. */
  follow: boolean;
  signal: AbortSignal;
  print: (line: string, details: object) => void;
}

/**
 * The position to start from. The first run of a key starts at the end of the ledger, a replay before the first event
 * since its time.
 */
async function findStart({ client, cursor, replaySince, signal }: ListenOptions): Promise<string | null> {
  const kept = await cursor.load();
  if (kept !== null && replaySince === null) return kept;
  let last: string | null = null;
  for await (const page of client.events.list({ limit: 500 }, { signal }).pages()) {
    for (const event of page.events) {
      if (replaySince !== null && new Date(event.created_at) >= replaySince) return last;
      last = event.id;
    }
    last = page.next_after ?? last;
  }
  return last;
}

/**
 * Posts each event of the key to a receiver, signed. It never retries: a developer who sees a failed post repeats it
 * with --replay.
 */
export async function listen(options: ListenOptions): Promise<void> {
  const { client, forward, secret, cursor, follow, signal, print } = options;
  const start = await findStart(options);
  if (start !== null) await cursor.save(start);
  const events = client.events.pull({
    cursor: { load: () => start, save: cursor.save },
    follow,
    signal,
    onError: (error) => print(`waiting: ${error.message}`, { waiting: error.message }),
  });
  for await (const event of events) await forwardEvent(event);

  async function forwardEvent(event: Event): Promise<void> {
    const { status, ms, problem } = await postEvent(forward, event, secret);
    print(`${event.event.padEnd(22)} ${event.id}  ${status ?? problem}  ${ms} ms`, {
      id: event.id,
      event: event.event,
      status,
      ms,
      ...(problem === null ? {} : { problem }),
    });
  }
}
