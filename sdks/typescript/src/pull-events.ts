import type { Event, EventsAnswer } from './api/models.ts';
import { ApiError, ConnectionError, TimeoutError } from './errors.ts';
import { backoffMs } from './transport.ts';
import { wait } from './wait.ts';

/** Stores the id of the last handled event, for example in a file or a database row. */
export interface CursorStore {
  load(): Promise<string | null> | string | null;
  save(cursor: string): Promise<void> | void;
}

export interface PullOptions {
  /** Starts after this event. Default: after the stored cursor, else with the oldest event of the ledger (30 days). */
  after?: string;
  /** Whether a pull without `after` and without a stored cursor starts at the end of the ledger: only new events. Default false. */
  fromLatest?: boolean;
  /** Omits events that were created before this time, ISO 8601 with an offset or Z. */
  since?: string;
  /** Where the position is stored. Without it, every pull starts with `after`, or as `fromLatest` says. */
  cursor?: CursorStore;
  /** Whether to wait for new events at the end of the ledger. Default true. */
  follow?: boolean;
  /** Milliseconds between polls at the end of the ledger. Default 2000. */
  pollMs?: number;
  /** Events per call, 1 to 500. Default 100. */
  limit?: number;
  /** Aborts the iteration, which then throws the signal's reason. */
  signal?: AbortSignal;
  /**
   * Called with each temporary error, after which the iteration retries, and with `invalid_after` of a position older
   * than the ledger (30 days), after which it continues with the oldest event. Without it, such a position ends it.
   */
  onError?: (error: Error) => void;
}

/** Reads a page; a value of null or undefined is not given. */
export type ReadEvents = (input: object, signal?: AbortSignal) => Promise<EventsAnswer>;

const POLL_MS = 2000;

/** A temporary failure: the network, a restart, a rate limit. */
const isTemporary = (error: unknown): error is Error =>
  error instanceof ConnectionError ||
  error instanceof TimeoutError ||
  (error instanceof ApiError && (error.status === 429 || error.status >= 500));

/**
 * The events of the key, oldest first, each at least once. The cursor moves past an event when the consumer requests the
 * next one; after a crash or a `break`, the unfinished event is delivered again.
 */
export async function* pullEvents(read: ReadEvents, options: PullOptions = {}): AsyncGenerator<Event, void, void> {
  const { cursor, fromLatest = false, since, follow = true, pollMs = POLL_MS, limit, signal, onError } = options;
  let after = options.after ?? (await cursor?.load()) ?? (fromLatest ? 'latest' : null);
  let failures = 0;

  const moveTo = async (position: string | null): Promise<void> => {
    if (position === null || position === after) return;
    after = position;
    await cursor?.save(position);
  };

  for (;;) {
    signal?.throwIfAborted();
    let page: EventsAnswer;
    try {
      page = await read({ after, since, limit }, signal);
      failures = 0;
    } catch (error) {
      if (error instanceof ApiError && error.body.oldest_after && onError) {
        onError(error);
        after = error.body.oldest_after;
        continue;
      }
      if (!follow || !isTemporary(error)) throw error;
      onError?.(error);
      await wait(backoffMs(failures++), signal);
      continue;
    }
    for (const event of page.events) {
      yield event;
      await moveTo(event.id);
      signal?.throwIfAborted();
    }
    await moveTo(page.next_after);
    if (page.has_more) continue;
    if (!follow) return;
    await wait(pollMs, signal);
  }
}
