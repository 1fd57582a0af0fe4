import { ApiError, type CursorStore, type Event, type Parley } from '@parley/sdk';
import { postEvent } from './post-event.ts';

/** The most that one call reads: the rate limit of a key bounds how fast `listen` catches up. */
const PAGE = 500;

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
 * Posts each event of the key to a receiver, signed. The first run starts at the end of the ledger. The position is saved
 * after each post: a kill between the two posts that one event again. It never retries: a developer who sees a failed
 * post repeats it with --replay.
 */
export async function listen(options: ListenOptions): Promise<void> {
  const { client, forward, secret, cursor, replaySince, follow, signal, print } = options;
  const events = client.events.pull({
    ...(replaySince === null
      ? { cursor, fromLatest: true }
      : { cursor: { load: () => null, save: cursor.save }, since: replaySince.toISOString() }),
    follow,
    limit: PAGE,
    signal,
    onError: (error) => {
      // A position older than the ledger: the pull continues with the oldest event.
      const kind = ApiError.is(error, 'invalid_after') ? 'warning' : 'waiting';
      print(`${kind}: ${error.message}`, { [kind]: error.message });
    },
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
