import { expect, test } from 'vitest';
import { listChanges, listItemChanges } from './list-changes.ts';

const SHOWN = ['label', 'channels', 'webhook_url', 'enabled', 'status', 'unread', 'words', 'instructions'];
const KEY = { label: 'till', channels: ['wa'], webhook_url: null, enabled: true };

test.each([
  {
    what: 'a change has the fields that differ, and no others',
    given: { before: KEY, after: { ...KEY, label: 'shop', channels: ['wa', 'tg'] } },
    changes: [
      { field: 'label', before: 'till', after: 'shop' },
      { field: 'channels', before: ['wa'], after: ['wa', 'tg'] },
    ],
  },
  {
    what: 'something new has what it has: what is not listed is masked',
    given: { before: null, after: { label: 'till', webhook_url: null, api_key: 'pk_1' } },
    changes: [
      { field: 'label', before: null, after: 'till' },
      { field: 'api_key', before: null, after: '•••' },
    ],
  },
  {
    what: 'a field that is not listed has changed, and no values',
    given: { before: { ...KEY, note: 'for Ann' }, after: { ...KEY, note: 'for Bob' } },
    changes: [{ field: 'note', before: '•••', after: '•••' }],
  },
  {
    what: 'something that is gone has what it had',
    given: { before: { label: 'till', enabled: false }, after: null },
    changes: [
      { field: 'label', before: 'till', after: null },
      { field: 'enabled', before: false, after: null },
    ],
  },
  {
    what: 'only the fields that are asked for are compared',
    given: { before: { status: 'open', unread: 3 }, after: { status: 'resolved', unread: 0 }, fields: ['status'] },
    changes: [{ field: 'status', before: 'open', after: 'resolved' }],
  },
  {
    what: 'what the answer has beside the resource is no change of it',
    given: { before: { status: 'works' }, after: { status: 'works', problem: 'refused' } },
    changes: [],
  },
  {
    what: 'a secret that is replaced is named without its value',
    given: { before: { last4: '1234' }, after: { last4: '1234' }, secrets: ['api_key'] },
    changes: [{ field: 'api_key', before: '•••', after: '•••' }],
  },
])('$what', ({ given, changes }) => {
  expect(listChanges({ secrets: [], shown: SHOWN, ...given })).toEqual(changes);
});

test('compares whole values and stores them truncated; a long list of fields is truncated too', () => {
  const long = (end: string) => ({ instructions: `${'x'.repeat(300)}${end}` });
  const cut = `${'x'.repeat(200)}…`;
  expect(listChanges({ before: long('a'), after: long('b'), secrets: [], shown: SHOWN })).toEqual([
    { field: 'instructions', before: cut, after: cut },
  ]);
  const words = Array.from({ length: 50 }, () => 'y'.repeat(150));
  const [change] = listChanges({ before: null, after: { words }, secrets: [], shown: SHOWN });
  expect(JSON.stringify(change).length).toBeLessThan(4100);
  const many = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`f${at}`, at + 1]));
  expect(listChanges({ before: null, after: many, secrets: [], shown: SHOWN })).toHaveLength(50);
});

test('a list is truncated before the character that does not fit', () => {
  const words = [`${'y'.repeat(100)}`, ...Array.from({ length: 40 }, () => '😀'.repeat(99))];
  for (const text of [words, ['zz', ...words]]) {
    const [change] = listChanges({ before: null, after: { words: text }, secrets: [], shown: SHOWN });
    expect(String(change?.after).isWellFormed()).toBe(true);
  }
});

test('lists the changed fields of each item of a bulk change under its id, a hundred fields at most', () => {
  const open = { status: 'open', assignee: null, bot: 'on' };
  const items = [
    { id: 7, before: open, after: { ...open, status: 'resolved' } },
    { id: 9, before: { ...open, assignee: 'mem_1' }, after: { ...open, status: 'resolved' } },
  ];
  expect(listItemChanges(items, ['status', 'assignee', 'bot'])).toEqual([
    { field: '7.status', before: 'open', after: 'resolved' },
    { field: '9.status', before: 'open', after: 'resolved' },
    { field: '9.assignee', before: 'mem_1', after: null },
  ]);
  expect(listItemChanges(Array.from({ length: 99 }, () => items).flat(), [])).toHaveLength(100);
});
