import type { Event, EventsAnswer } from './api/models.ts';
import { ApiError, ConnectionError, TimeoutError } from './errors.ts';
import { backoffMs } from './transport.ts';
import { wait } from './wait.ts';

/** Keeps the id of the last event that was handled: a file, a row, a key of a store. */
export interface CursorStore {
  load(): Promise<string | null> | string | null;
  save(cursor: string): Promise<void> | void;
}

export interface PullOptions {
  /** Begins after this event. Default: after the stored cursor, else with the oldest event that is kept (30 days). */
  after?: string;
  /** Without one, a new pull begins anew. */
  cursor?: CursorStore;
  /** Whether to wait for new events at the end of the ledger. Default true. */
  follow?: boolean;
  /** How long to wait at the end of the ledger before the next look. Default 2000. */
  pollMs?: number;
  /** Events of one call, 1 to 500. Default 100. */
  limit?: number;
  /** Ends the iteration with its reason. */
  signal?: AbortSignal;
  /** Is told why no events come for the moment; the iteration goes on. */
  onError?: (error: Error) => void;
}

export type ReadEvents = (input: { after?: string; limit?: number }, signal?: AbortSignal) => Promise<EventsAnswer>;

const POLL_MS = 2000;

/** A failure that may pass: the network, a restart, a limit. */
const isPassing = (error: unknown): error is Error =>
  error instanceof ConnectionError ||
  error instanceof TimeoutError ||
  (error instanceof ApiError && (error.status === 429 || error.status >= 500));

/**
 * The events of the key, oldest first, each at least once. An event counts as handled, and the cursor moves past it,
 * when the next one is asked for: a crash, or a break, in the middle of one brings it again.
 */
export async function* pullEvents(read: ReadEvents, options: PullOptions = {}): AsyncGenerator<Event, void, void> {
  const { cursor, follow = true, pollMs = POLL_MS, limit, signal, onError } = options;
  let after = options.after ?? (await cursor?.load()) ?? null;
  let failures = 0;

  const moveTo = async (position: string | null): Promise<void> => {
    if (position === null || position === after) return;
    after = position;
    await cursor?.save(position);
  };

  for (;;) {
    signal?.throwIfAborted();
    const position = { ...(after === null ? {} : { after }), ...(limit === undefined ? {} : { limit }) };
    let page: EventsAnswer;
    try {
      page = await read(position, signal);
      failures = 0;
    } catch (error) {
      if (!follow || !isPassing(error)) throw error;
      onError?.(error);
      await wait(backoffMs(failures++), signal);
      continue;
    }
    for (const event of page.events) {
      yield event;
      await moveTo(event.id);
    }
    await moveTo(page.next_after);
    if (page.has_more) continue;
    if (!follow) return;
    await wait(pollMs, signal);
  }
}
