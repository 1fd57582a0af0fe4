import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PendingAnswer } from './outbox.ts';
import { dropPending, pendingIn, putPending, runAlone, subscribeOutbox } from './outbox-store.ts';

const entry = (key: string): PendingAnswer => ({
  key,
  conversationId: 1,
  answer: { message: key },
  shown: key,
  at: '2026-11-26T10:00:00.000Z',
  problem: null,
});

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('removes an answer from the browser that is confirmed while another conversation is open', () => {
  putPending('outbox.left', entry('a'));
  expect(JSON.parse(stored.get('outbox.left') ?? '')).toMatchObject([{ key: 'a', problem: null }]);
  dropPending('outbox.left', 'a');
  expect(stored.has('outbox.left')).toBe(false);
  expect(pendingIn('outbox.left')).toEqual([]);
});

test('marks an answer of a closed page as unconfirmed, but not one that this page is sending', () => {
  stored.set('outbox.old', JSON.stringify([entry('a')]));
  expect(pendingIn('outbox.old')).toMatchObject([{ key: 'a', problem: { code: 'unconfirmed' } }]);
  putPending('outbox.old', entry('b'));
  expect(pendingIn('outbox.old')).toMatchObject([{ key: 'a' }, { key: 'b', problem: null }]);
});

test('returns the same array until a change, and notifies the listener of each change', () => {
  const listener = vi.fn();
  const stop = subscribeOutbox(listener);
  expect(pendingIn('outbox.same')).toBe(pendingIn('outbox.same'));
  putPending('outbox.same', entry('a'));
  stop();
  putPending('outbox.same', entry('b'));
  expect(listener).toHaveBeenCalledTimes(1);
});

test('runs only the first of two concurrent attempts to send one answer', async () => {
  let resolve = (_value: string): void => {};
  const first = runAlone(
    'k',
    () =>
      new Promise<string>((settle) => {
        resolve = settle;
      }),
  );
  expect(await runAlone('k', async () => 'second')).toBeNull();
  resolve('first');
  expect(await first).toBe('first');
  expect(await runAlone('k', async () => 'third')).toBe('third');
});
