import { measureProgram } from '@parley/testing/measure/measure-program';
import { beforeAll, expect, test } from 'vitest';

const MB = 1024 * 1024;
const PROGRAM = new URL('stream-memory-program.ts', import.meta.url);

interface Measured {
  streamedBytes: number;
  idleReaders: number;
  whole: number[];
  idle: [before: number, after: number];
}

let measured: Measured;

beforeAll(() => {
  measured = measureProgram(PROGRAM);
});

test('a stream of 100 MB holds none of the bytes that it has sent', () => {
  const [first = 0, ...later] = measured.whole;
  expect(later.length).toBeGreaterThanOrEqual(4);
  for (const held of later) expect(held - first).toBeLessThan(measured.streamedBytes / 20);
});

test('a stream whose reader reads nothing holds less than 1 MB', () => {
  const [before, after] = measured.idle;
  expect((after - before) / measured.idleReaders).toBeLessThan(MB);
});
