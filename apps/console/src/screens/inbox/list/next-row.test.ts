import { expect, test } from 'vitest';
import { nextRow } from './next-row.ts';

const rowsOf = (...ids: number[]) => ids.map((id) => ({ id }));

test.each([
  ['below', { rows: rowsOf(1, 2, 3), chosenId: 2, by: 1 }, 3],
  ['above', { rows: rowsOf(1, 2, 3), chosenId: 2, by: -1 }, 1],
  ['below the last one', { rows: rowsOf(1, 2, 3), chosenId: 3, by: 1 }, undefined],
  ['without an open one the first', { rows: rowsOf(1, 2, 3), chosenId: undefined, by: 1 }, 1],
  ['of one that was never listed the first', { rows: rowsOf(1, 2), chosenId: 9, by: 1 }, 1],
  ['below one that left', { rows: rowsOf(1, 3), keptRows: rowsOf(1, 2, 3), chosenId: 2, by: 1 }, 3],
  ['above one that left', { rows: rowsOf(1, 3), keptRows: rowsOf(1, 2, 3), chosenId: 2, by: -1 }, 1],
  ['after the list moved', { rows: rowsOf(7, 3, 1), keptRows: rowsOf(1, 2, 3), chosenId: 2, by: 1 }, 3],
  ['after its neighbour left too', { rows: rowsOf(1, 4), keptRows: rowsOf(1, 2, 3, 4), chosenId: 2, by: 1 }, 4],
  ['of the last one that left', { rows: rowsOf(1, 2), keptRows: rowsOf(1, 2, 3), chosenId: 3, by: 1 }, 2],
  ['after all its neighbours left', { rows: rowsOf(8, 9), keptRows: rowsOf(1, 2, 3), chosenId: 2, by: -1 }, 8],
] as const)('the row %s', (_name, given, expected) => {
  const { rows, chosenId, by } = given;
  const kept = 'keptRows' in given ? { id: given.chosenId, rows: given.keptRows } : null;
  expect(nextRow(rows, kept, { chosenId, by })?.id).toBe(expected);
});
