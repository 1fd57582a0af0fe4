import { PIECE_BYTES } from '@parley/common/contracts/operator/uploads';
import { expect, test } from 'vitest';
import { decidePiece, decideUpload, pieceCountOf } from './upload.rules.ts';

const limits = { maxBytes: 100, tenantBytes: 1000 };

test.for([
  ['the largest file', 100, { bytes: 0, lastHour: 0, unfinished: 0 }, null],
  ['a larger one', 101, { bytes: 0, lastHour: 0, unfinished: 0 }, 'too_large'],
  ['what fills the room to its end', 100, { bytes: 900, lastHour: 0, unfinished: 0 }, null],
  ['one byte more than there is room for', 100, { bytes: 901, lastHour: 0, unfinished: 0 }, 'limit_reached'],
  ['the last file of an hour', 1, { bytes: 0, lastHour: 599, unfinished: 0 }, null],
  ['one file more', 1, { bytes: 0, lastHour: 600, unfinished: 0 }, 'limit_reached'],
] as const)('%s', ([, size, soFar, decision]) => {
  expect(decideUpload(size, soFar, limits)).toBe(decision);
});

const size = PIECE_BYTES + 10;

test.for([
  ['the first piece', 0, 0, PIECE_BYTES, 'take'],
  ['the last piece', PIECE_BYTES, PIECE_BYTES, 10, 'take'],
  ['a piece that is stored', PIECE_BYTES, 0, PIECE_BYTES, 'skip'],
  ['a piece that comes too early', 0, PIECE_BYTES, 10, 'skip'],
  ['a piece of a whole file', size, size, 10, 'skip'],
  ['a short first piece', 0, 0, 10, 'wrong_length'],
  ['a long last piece', PIECE_BYTES, PIECE_BYTES, 11, 'wrong_length'],
] as const)('%s', ([, received, offset, length, decision]) => {
  expect(decidePiece({ size, received }, { offset, length })).toBe(decision);
});

test('the last piece of a file may be short', () => {
  expect([1, PIECE_BYTES, PIECE_BYTES + 1].map(pieceCountOf)).toEqual([1, 1, 2]);
});
