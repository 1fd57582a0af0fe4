import { expect, test } from 'vitest';
import { makeIdleCollector } from './release-memory.ts';

const MB = 1024 ** 2;
const EVERY_MS = 30_000;

/** A process whose memory use the test sets; `left` is its heap after a collection. */
function open(left: number) {
  const used = { cpuMs: 0, heapBytes: 0 };
  let collections = 0;
  const look = makeIdleCollector(
    () => ({ ...used }),
    () => {
      collections++;
      used.heapBytes = left;
    },
    EVERY_MS,
  );
  return (cpuMs: number, heapBytes: number): number => {
    used.cpuMs += cpuMs;
    used.heapBytes = heapBytes;
    look();
    return collections;
  };
}

test('a process that has grown is collected once it is idle, not while it works', () => {
  const pass = open(40 * MB);
  expect(pass(20_000, 120 * MB)).toBe(0);
  expect(pass(700, 120 * MB)).toBe(0);
  expect(pass(100, 120 * MB)).toBe(1);
});

test('an idle process that has not grown by 16 MB since is left alone', () => {
  const pass = open(40 * MB);
  expect(pass(100, 120 * MB)).toBe(1);
  expect(pass(100, 55 * MB)).toBe(1);
  expect(pass(100, 56 * MB)).toBe(2);
});
