import { expect, test } from 'vitest';
import { inPieces } from './in-pieces.ts';

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
