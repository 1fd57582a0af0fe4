import { expect, test } from 'vitest';
import { areGrouped } from '../group-messages.ts';
import { countVotes } from './count-votes.ts';

const POLL = {
  message_id: '1',
  author: null,
  reply_to: null,
  received: null,
  content: { poll: { question: 'When?', options: ['Today', 'Tomorrow'], multiple: false } },
};
const vote = (
  message_id: string,
  author: string | null,
  options: { index: number | null; title: string | null }[],
) => ({
  message_id,
  author,
  reply_to: '1',
  received: { poll_answer: { options } },
  content: null,
});
const first = { index: 0, title: 'Today' };
const second = { index: null, title: 'Tomorrow' };

test('counts the newest vote of each person, by position or by title', () => {
  const counted = countVotes([
    vote('4', 'Ann', [second]),
    vote('3', 'Bob', [first, second]),
    vote('2', 'Ann', [first]),
    POLL,
  ]);
  expect([...(counted.get('1') ?? [])].sort()).toEqual([
    [0, 1],
    [1, 2],
  ]);
});

test('counts neither a withdrawn vote nor an unknown option', () => {
  const unknown = { index: null, title: 'Never' };
  expect([...(countVotes([vote('3', null, []), vote('2', null, [first]), POLL]).get('1') ?? [])]).toEqual([]);
  expect([...(countVotes([vote('2', null, [unknown]), POLL]).get('1') ?? [])]).toEqual([]);
});

const sent = {
  at: '2026-11-26T10:00:10.000Z',
  direction: 'out',
  origin: 'dashboard',
  sent_by: 'mem_1',
  author: null,
} as const;

test.each([
  ['the same sender and minute', { ...sent, at: '2026-11-26T10:00:59.000Z' }, true],
  ['the next minute', { ...sent, at: '2026-11-26T10:01:00.000Z' }, false],
  ['a colleague', { ...sent, sent_by: 'mem_2' }, false],
  ['the API', { ...sent, origin: 'api', sent_by: undefined }, false],
  ['the customer', { ...sent, direction: 'in', origin: 'customer', sent_by: undefined }, false],
  ['nothing', undefined, false],
] as const)('a message and one of %s are one group: %s', (_what, other, grouped) => {
  expect(areGrouped(sent, other)).toBe(grouped);
});
