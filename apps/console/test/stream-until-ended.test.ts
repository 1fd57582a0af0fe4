import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { streamUntilEnded } from '../src/live/stream-until-ended.ts';

const listenersOf = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

test('leaves nothing at the signal after any number of streams that ended', async () => {
  const closing = new AbortController();
  for (let round = 0; round < 100; round++) {
    await streamUntilEnded(closing.signal, (onEnd) => {
      queueMicrotask(onEnd);
      return { unsubscribe: () => {} };
    });
  }
  expect(listenersOf(closing.signal)).toBe(0);
});

test('leaves nothing at the signal after a stream that ended while it began', async () => {
  const closing = new AbortController();
  await streamUntilEnded(closing.signal, (onEnd) => {
    onEnd();
    return { unsubscribe: () => {} };
  });
  expect(listenersOf(closing.signal)).toBe(0);
});

test('unsubscribes the running stream once when the signal aborts', async () => {
  const closing = new AbortController();
  let unsubscribed = 0;
  const ended = streamUntilEnded(closing.signal, () => ({ unsubscribe: () => void unsubscribed++ }));
  closing.abort();
  await ended;
  expect([unsubscribed, listenersOf(closing.signal)]).toEqual([1, 0]);
});
