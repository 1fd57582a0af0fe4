import { expect, test } from 'vitest';
import { makeKeyedWake, makeWake } from './make-wake.ts';

test('calls before the worker connects wake it once when it connects, and each later call wakes it', () => {
  const wake = makeWake();
  let rounds = 0;
  wake();
  wake();
  wake.connect(() => void rounds++);
  expect(rounds).toBe(1);
  wake();
  wake();
  expect(rounds).toBe(3);
});

test('a worker that connects before any call is not woken', () => {
  const wake = makeWake();
  let rounds = 0;
  wake.connect(() => void rounds++);
  expect(rounds).toBe(0);
});

test('keys that come before the worker connects reach it together, each once', () => {
  const wake = makeKeyedWake();
  const woken: (readonly string[])[] = [];
  wake(['a', 'b']);
  wake(['b']);
  wake.connect((keys) => void woken.push(keys));
  wake(['c']);
  expect(woken).toEqual([['a', 'b'], ['c']]);
});

test('a worker that connects without waiting keys is not woken', () => {
  const woken: (readonly string[])[] = [];
  makeKeyedWake().connect((keys) => void woken.push(keys));
  expect(woken).toEqual([]);
});
