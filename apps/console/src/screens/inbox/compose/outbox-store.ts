import { markUnconfirmed, type PendingAnswer, readPending } from './outbox.ts';

/**
 * The unconfirmed answers of this page, each list under the name that the browser stores it by. An attempt continues while
 * another conversation is open, so the lists outlive the components that show them.
 */
const lists = new Map<string, readonly PendingAnswer[]>();
const listeners = new Set<() => void>();
const NONE: readonly PendingAnswer[] = [];
/** Lists of other pages, each with its stored form, by name. */
const peeked = new Map<string, { stored: string; list: readonly PendingAnswer[] }>();
/** Keys of the answers that this page is sending now. */
const running = new Set<string>();

export function subscribeOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function notifyAll(): void {
  for (const listener of listeners) listener();
}
// Other pages of this browser.
globalThis.addEventListener?.('storage', notifyAll);

function keep(storedAs: string, list: readonly PendingAnswer[]): void {
  lists.set(storedAs, list);
  if (list.length === 0) localStorage.removeItem(storedAs);
  else localStorage.setItem(storedAs, JSON.stringify(list));
  notifyAll();
}

/** The answers of a list; the same array until one changes. Answers left over from a closed page are unconfirmed. */
export function pendingIn(storedAs: string): readonly PendingAnswer[] {
  const known = lists.get(storedAs);
  if (known) return known;
  const list = markUnconfirmed(readPending(localStorage.getItem(storedAs)));
  lists.set(storedAs, list);
  return list;
}

/** The answers of a list as they are, without taking over those that another page sends now. */
export function peekPending(storedAs: string): readonly PendingAnswer[] {
  const known = lists.get(storedAs);
  if (known) return known;
  const stored = localStorage.getItem(storedAs);
  if (stored === null) return NONE;
  const before = peeked.get(storedAs);
  if (before?.stored === stored) return before.list;
  const list = readPending(stored);
  peeked.set(storedAs, { stored, list });
  return list;
}

/** The last parts of the names of all lists whose name begins so and that have an answer that failed, joined by a space. */
export const failedAfter = (prefix: string): string =>
  Object.keys(localStorage)
    .filter((name) => name.startsWith(prefix) && peekPending(name).some(({ problem }) => problem !== null))
    .map((name) => name.slice(prefix.length))
    .join(' ');

/** Every answer that this page knows, with the name of its list. */
export const knownPending = (): (readonly [string, PendingAnswer])[] =>
  [...lists].flatMap(([storedAs, list]) => list.map((entry) => [storedAs, entry] as const));

/** Adds an answer, or replaces it. */
export const putPending = (storedAs: string, entry: PendingAnswer): void =>
  keep(storedAs, [...pendingIn(storedAs).filter(({ key }) => key !== entry.key), entry]);

export const dropPending = (storedAs: string, key: string): void =>
  keep(
    storedAs,
    pendingIn(storedAs).filter((entry) => entry.key !== key),
  );

/** Runs one attempt to send an answer; null if one is running already. */
export async function runAlone<T>(key: string, work: () => Promise<T>): Promise<T | null> {
  if (running.has(key)) return null;
  running.add(key);
  try {
    return await work();
  } finally {
    running.delete(key);
  }
}
