import { useSyncExternalStore } from 'react';

interface Connection {
  /** Whether the last call found no server. */
  isAway: boolean;
  /** How often the server became reachable again. */
  returns: number;
}

/** When the server last answered, in milliseconds of the page's clock. */
let answeredAt = 0;

let connection: Connection = { isAway: false, returns: 0 };
const listeners = new Set<() => void>();

function become(next: Connection): void {
  connection = next;
  for (const listener of listeners) listener();
}

/** Records that a call got no answer: there is no network, or the server restarts. */
export function reportAway(): void {
  if (!connection.isAway) become({ ...connection, isAway: true });
}

/** Records that the server answered. */
export function reportReached(): void {
  answeredAt = performance.now();
  if (connection.isAway) become({ isAway: false, returns: connection.returns + 1 });
}

/** Whether the server answered anything since a time of the page's clock. */
export const hasAnsweredSince = (at: number): boolean => answeredAt >= at;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the server is reachable; shared by the whole page. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => connection);
