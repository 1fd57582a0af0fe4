import { describe, expect, test } from 'vitest';
import { type Candidate, chooseAccount, digitsOf } from './account.rules.ts';

const HOUR = 3_600_000;
const NOW = new Date('2026-05-01T12:00:00.000Z').getTime();

/** An account, and the age in hours of the last message in its conversation with the recipient. */
const candidate = (
  id: number,
  given: { externalId?: string; name?: string; number?: string; hoursAgo?: number } = {},
): Candidate => {
  const { externalId = `id-${id}`, name = `Shop ${id}`, number = null, hoursAgo } = given;
  return {
    account: { id, externalId, name, number, credentials: 'x' },
    conversation:
      hoursAgo === undefined
        ? null
        : {
            id: id * 100,
            peer: 'p',
            lastInboundAt: null,
            lastMessageAt: new Date(NOW - hoursAgo * HOUR),
            threadId: null,
          },
  };
};

const chosen = (candidates: Candidate[], from: string | null = null, namedConversationId: number | null = null) =>
  chooseAccount({ from, namedConversationId }, candidates)?.account.id ?? null;

describe('without from', () => {
  test.each([
    ['none is connected', [], null],
    ['nobody has a conversation: the first', [candidate(7), candidate(3)], 3],
    ['one has a conversation', [candidate(1), candidate(2, { hoursAgo: 50 })], 2],
    ['the newest conversation', [candidate(1, { hoursAgo: 3 }), candidate(2, { hoursAgo: 2 })], 2],
    ['equally new: the first', [candidate(9, { hoursAgo: 2 }), candidate(4, { hoursAgo: 2 })], 4],
  ] as const)('%s', (_, candidates, id) => {
    expect(chosen([...candidates])).toBe(id);
  });
});

describe('with from', () => {
  const main = candidate(1, { externalId: '900', name: 'Main', number: '+1 555-000 1111' });
  const support = candidate(2, { externalId: '901', name: 'Support 24', number: '+15550002222', hoursAgo: 1 });
  test.each([
    ['its id', '900', 1],
    ['its label', 'Main', 1],
    ['its number', '+15550001111', 1],
    ['its number without a plus', '15550001111', 1],
    ['its number with spaces, hyphens and brackets', '+1 (555) 000-2222', 2],
    ['half a number', '1111', null],
    ['a label’s digits', '24', null],
    ['another case of its label', 'main', null],
    ['nobody', 'nobody', null],
  ])('by %s', (_, from, id) => {
    expect(chosen([main, support], from)).toBe(id);
  });

  test('an id takes precedence over an identical label of another account, whatever conversations exist', () => {
    const label = candidate(1, { name: '900', hoursAgo: 1 });
    const id = candidate(2, { externalId: '900' });
    expect(chosen([label, id], '900')).toBe(2);
  });

  test('of several accounts with that label the one with the newest conversation is chosen, else the first', () => {
    const [a, b] = [candidate(5, { name: 'Shop' }), candidate(6, { name: 'Shop' })];
    expect(chosen([b, a], 'Shop')).toBe(5);
    expect(chosen([a, candidate(6, { name: 'Shop', hoursAgo: 9 })], 'Shop')).toBe(6);
  });
});

describe('of a conversation', () => {
  test('its account sends, even when another has a newer one', () => {
    expect(chosen([candidate(1, { hoursAgo: 1 }), candidate(2, { hoursAgo: 9 })], null, 200)).toBe(2);
  });
  test('whose account is not connected has no sender', () => {
    expect(chosen([candidate(1, { hoursAgo: 1 })], null, 200)).toBeNull();
  });
});

test.each([
  ['+49 170-123', '49170123'],
  ['(49) 1', '491'],
  ['Support 24', null],
  ['+', null],
  ['()', null],
  ['++49', null],
])('"%s" has the digits %s', (from, digits) => {
  expect(digitsOf(from)).toBe(digits);
});
