import { expect, test } from 'vitest';
import { chipsOf, countHidden } from './chips.ts';

test('chips keep the channel and the search text, and replace the rest', () => {
  const [open, unread, mine, unassigned] = chipsOf({ status: 'archived', channel: 'wa', q: 'ann' }, 'mem_1');
  expect(open?.filter).toEqual({ status: 'open', channel: 'wa', q: 'ann' });
  expect(unread?.filter).toEqual({ status: 'open', channel: 'wa', q: 'ann', unread: true });
  expect(mine?.filter).toEqual({ status: 'open', channel: 'wa', q: 'ann', assignee: 'mem_1' });
  expect(unassigned?.filter).toEqual({ status: 'open', channel: 'wa', q: 'ann', assignee: 'none' });
});

test('an operator, who has no conversations of their own, has no chip for them', () => {
  expect(chipsOf({}, undefined).map(({ name }) => name)).toEqual(['open', 'unread_chip', 'unassigned']);
});

test.each([
  ['the default filter', { status: 'open' }, 0],
  ['a chip', { status: 'open', assignee: 'mem_1' }, 0],
  ['a search', { status: 'open', q: 'ann' }, 0],
  ['a channel', { status: 'open', channel: 'wa' }, 1],
  ['every state', {}, 1],
  ['another state and unread', { status: 'archived', unread: true }, 2],
  ['a colleague', { status: 'open', assignee: 'mem_2' }, 1],
] as const)('counts the filters behind the button: %s', (_, filter, count) => {
  expect(countHidden(filter, 'mem_1')).toBe(count);
});
