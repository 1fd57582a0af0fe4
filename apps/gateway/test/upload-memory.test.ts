import { measureProgram } from '@parley/testing/measure/measure-program';
import { beforeAll, expect, test } from 'vitest';

const MB = 1024 * 1024;
const PROGRAM = new URL('upload-memory-program.ts', import.meta.url);

interface Measured {
  fileBytes: number;
  idleWriters: number;
  whole: number[];
  idle: [before: number, after: number];
}

let measured: Measured;

beforeAll(() => {
  measured = measureProgram(PROGRAM);
});

test('an upload of 100 MB holds none of the bytes that were stored', () => {
  const [first = 0, ...later] = measured.whole;
  expect(later.length).toBeGreaterThanOrEqual(4);
  for (const held of later) expect(held - first).toBeLessThan(measured.fileBytes / 20);
});

test('uploads that wait for their service hold less than 4 MB each', () => {
  const [before, after] = measured.idle;
  expect((after - before) / measured.idleWriters).toBeLessThan(4 * MB);
});
