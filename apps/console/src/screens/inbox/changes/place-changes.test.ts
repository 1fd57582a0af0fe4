import { expect, test } from 'vitest';
import { placeChanges } from './place-changes.ts';

const minute = (n: number): string => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();
const WHOLE = { isFromStart: true, isToEnd: true };
const place = (rows: readonly number[], changes: readonly number[], of = WHOLE) =>
  Object.fromEntries(
    [
      ...placeChanges(
        changes.map((n) => ({ n, at: minute(n) })),
        { count: rows.length, timeAt: (index) => minute(rows[index] ?? 0), ...of },
      ),
    ].map(([index, placed]) => [index, placed.map(({ n }) => n)]),
  );

test('a change is placed after the row that it follows, and before all rows if it follows none', () => {
  expect(place([10, 20, 30], [5, 12, 14, 30, 40])).toEqual({ '-1': [5], 0: [12, 14], 2: [30, 40] });
});

test('each change is in one place, also where a message arrived late', () => {
  expect(place([10, 30, 20], [15, 25])).toEqual({ 0: [15], 2: [25] });
});

test('changes outside of the loaded rows are not shown', () => {
  expect(place([10, 20], [5, 15, 25], { isFromStart: false, isToEnd: false })).toEqual({ 0: [15] });
});

test('without rows every change of a loaded conversation is shown', () => {
  expect(place([], [5])).toEqual({ '-1': [5] });
});
