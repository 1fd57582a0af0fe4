import { expect, test } from 'vitest';
import type { Note } from './note.ts';
import { countBelow, placeNotes } from './place-notes.ts';

const note = (id: string, after: string): Note => ({
  id,
  author: null,
  text: id,
  mentions: [],
  after_message_id: after,
  created_at: '2026-11-26T21:00:00.000Z',
  edited_at: null,
});
const messages = ['101', '100', '99'].map((message_id) => ({ message_id }));
const ALL = { hasOlder: false, isExcerpt: false };

test('each note is after the message that was the newest, in the order of notes', () => {
  const notes = [note('d', '101'), note('c', '100'), note('b', '100'), note('a', '0')];
  // a, 99, 100, b, c, 101, d
  expect(placeNotes(messages, notes, ALL)).toMatchObject({
    notes: [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }],
    rows: [0, 3, 4, 6],
  });
});

test('a note after a message that was deleted keeps its place', () => {
  expect(placeNotes([{ message_id: '101' }, { message_id: '99' }], [note('a', '100')], ALL).rows).toEqual([1]);
});

test('a note before the loaded messages waits for older ones; an excerpt ends with its newest message', () => {
  const notes = [note('c', '102'), note('b', '101'), note('a', '98')];
  const shown = (given: typeof ALL) => placeNotes(messages, notes, given).notes.map(({ id }) => id);
  expect(shown({ hasOlder: true, isExcerpt: false })).toEqual(['b', 'c']);
  expect(shown({ hasOlder: false, isExcerpt: true })).toEqual(['a', 'b']);
  expect(placeNotes([], notes, ALL).rows).toEqual([0, 1, 2]);
});

test('counts the numbers below a limit', () => {
  expect([0, 1, 4, 9].map((limit) => countBelow([0, 3, 4, 6], limit))).toEqual([0, 1, 2, 4]);
});
