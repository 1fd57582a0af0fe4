import { markUnconfirmed, type PendingAnswer, readPending } from './outbox.ts';

/**
 * The unconfirmed answers of this page, each list under the name that the browser stores it by. A try continues while
 * another conversation is open, so the lists outlive the components that show them.
 */
const lists = new Map<string, readonly PendingAnswer[]>();
const listeners = new Set<() => void>();
/** Keys of the answers that this page is sending now. */
const running = new Set<string>();

export function subscribeOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function keep(storedAs: string, list: readonly PendingAnswer[]): void {
  lists.set(storedAs, list);
  if (list.length === 0) localStorage.removeItem(storedAs);
  else localStorage.setItem(storedAs, JSON.stringify(list));
  for (const listener of listeners) listener();
}

/** The answers of a list; the same array until one changes. Answers left over from a closed page are unconfirmed. */
export function pendingIn(storedAs: string): readonly PendingAnswer[] {
  const known = lists.get(storedAs);
  if (known) return known;
  const list = markUnconfirmed(readPending(localStorage.getItem(storedAs)));
  lists.set(storedAs, list);
  return list;
}

/** Adds an answer, or replaces it. */
export const putPending = (storedAs: string, entry: PendingAnswer): void =>
  keep(storedAs, [...pendingIn(storedAs).filter(({ key }) => key !== entry.key), entry]);

export const dropPending = (storedAs: string, key: string): void =>
  keep(
    storedAs,
    pendingIn(storedAs).filter((entry) => entry.key !== key),
  );

/** Runs one try of an answer; null if one is running already. */
export async function runAlone<T>(key: string, work: () => Promise<T>): Promise<T | null> {
  if (running.has(key)) return null;
  running.add(key);
  try {
    return await work();
  } finally {
    running.delete(key);
  }
}
