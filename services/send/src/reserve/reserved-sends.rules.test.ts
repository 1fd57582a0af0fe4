import { expect, test } from 'vitest';
import { type GivenSend, makeWantedSend } from '../../test/make-wanted-send.ts';
import type { Reservation } from './decide-reservations.rules.ts';
import type { ReserveCase, ReserveFacts } from './reservation.rules.ts';
import { acceptedSends, firstConversations, newSends, reserveResults } from './reserved-sends.rules.ts';

const account = { id: 1, externalId: 'x', name: 'Shop', number: null, credentials: '' };

const caseOf = (messageId: string, given: GivenSend = {}, contactId: number | null = null): ReserveCase => {
  const send = makeWantedSend({ channel: 'wa', to: '+491510000001', text: 'Hello', reservation: messageId, ...given });
  const facts: ReserveFacts = {
    tenant: null,
    kept: null,
    contactId,
    named: null,
    candidates: [],
    hasAccount: true,
    messageId,
  };
  return { send, facts };
};

const reserveIn = (conversationId: number | null): Reservation => ({
  outcome: 'reserve',
  account,
  peer: '+491510000001',
  conversationId,
  threadId: null,
  price: '1',
  category: null,
  renewsKey: false,
});

test('each send gets its own result, in order: known conversations and new ones, refusals, templates of its account', () => {
  const cases = ['1', '2', '3', '4', '5'].map((messageId) => caseOf(messageId));
  const decisions = [
    reserveIn(null),
    { outcome: 'window_closed', accountId: 8 },
    reserveIn(70),
    { outcome: 'insufficient_balance' },
    reserveIn(null),
  ] as const;
  const accepted = acceptedSends(cases, decisions);
  expect(firstConversations(accepted)).toHaveLength(2);
  const sends = newSends(accepted, [{ id: 81 }, { id: 82 }]);
  expect(reserveResults(decisions, sends, new Map([[8, ['hello']]]))).toMatchObject([
    { outcome: 'reserved', send: { messageId: '1', conversationId: 81 } },
    { outcome: 'window_closed', templates: ['hello'] },
    { outcome: 'reserved', send: { messageId: '3', conversationId: 70 } },
    { outcome: 'insufficient_balance' },
    { outcome: 'reserved', send: { messageId: '5', conversationId: 82 } },
  ]);
});

test.each([
  ['+491510000001', null, '+491510000001'],
  ['+491510000001', 5, null],
  ['DE.abc', null, null],
])('the first conversation with %s, contact %s, has the phone %s', (recipient, contactId, phone) => {
  const accepted = acceptedSends([caseOf('1', { to: recipient }, contactId)], [reserveIn(null)]);
  expect(firstConversations(accepted)).toMatchObject([{ addresses: [recipient], peer: recipient, phone }]);
});

test('a send whose conversation is missing is an error', () => {
  const accepted = acceptedSends([caseOf('1')], [reserveIn(null)]);
  expect(() => newSends(accepted, [])).toThrow('no element');
});

test('a reservation without its send throws: the results after it would belong to other callers', () => {
  const decisions = [reserveIn(70), reserveIn(71), { outcome: 'window_closed', accountId: 8 }] as const;
  const [first] = newSends(acceptedSends([caseOf('1')], [reserveIn(70)]), []);
  if (!first) throw new Error('No send was made.');
  expect(() => reserveResults(decisions, [first], new Map())).toThrow('no element');
});

test('a case without its decision throws', () => {
  expect(() => acceptedSends([caseOf('1'), caseOf('2')], [reserveIn(70)])).toThrow('no element');
});
