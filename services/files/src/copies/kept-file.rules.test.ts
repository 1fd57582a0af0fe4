import { expect, test } from 'vitest';
import { decideRetry, inPieces } from './kept-file.rules.ts';

const NOW = new Date('2026-11-01T00:00:00Z');
const minutes = (count: number): Date => new Date(NOW.getTime() + count * 60_000);

test.each([
  [1, 1],
  [2, 2],
  [5, 16],
  [9, 256],
  [10, 360],
  [15, 360],
])('after attempt %i the platform is asked again in %i minutes', (attempts, waited) => {
  expect(decideRetry('failed', attempts, NOW)).toEqual({ at: minutes(waited), counts: true });
});

test('after the last attempt, or when the platform no longer has the file, no copy is made', () => {
  expect(decideRetry('failed', 16, NOW)).toBeNull();
  expect(decideRetry('gone', 1, NOW)).toBeNull();
});

test('a failure of the store does not count, however often it comes', () => {
  expect(decideRetry('store_failed', 16, NOW)).toEqual({ at: minutes(1), counts: false });
});

test('all attempts take about two days', () => {
  let at = NOW;
  for (let attempts = 1; ; attempts++) {
    const decision = decideRetry('failed', attempts, at);
    if (decision === null) break;
    at = decision.at;
  }
  expect((at.getTime() - NOW.getTime()) / 3_600_000).toBeCloseTo(44.5, 0);
});

async function cut(parts: string[], size: number): Promise<string[]> {
  async function* body(): AsyncGenerator<Uint8Array> {
    for (const part of parts) yield Buffer.from(part);
  }
  const pieces: string[] = [];
  for await (const piece of inPieces(body(), size)) pieces.push(piece.toString());
  return pieces;
}

test.each([
  [[], []],
  [[''], []],
  [['abc'], ['abc']],
  [['abcd'], ['abcd']],
  [
    ['a', '', 'bcde'],
    ['abcd', 'e'],
  ],
  [['abcdefghij'], ['abcd', 'efgh', 'ij']],
  [
    ['abc', 'defgh'],
    ['abcd', 'efgh'],
  ],
])('%j is cut into %j', async (parts, pieces) => {
  expect(await cut(parts, 4)).toEqual(pieces);
});
