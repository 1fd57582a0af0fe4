import type { StoredAnswer } from '@parley/messaging/messages/outbound-message';
import { describe, expect, test } from 'vitest';
import { type GivenSend, makeWantedSend } from '../../test/make-wanted-send.ts';
import type { Candidate } from '../accounts/account.rules.ts';
import { decideReservations, findLowCredit } from './decide-reservations.rules.ts';
import type { ReserveFacts } from './reservation.rules.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);

const account = { id: 10, externalId: '900', name: 'Main', number: null, credentials: 'x' };
const candidate = (given: Partial<NonNullable<Candidate['conversation']>> | null = {}): Candidate => ({
  account,
  conversation: given && {
    id: 100,
    peer: 'p',
    lastInboundAt: ago(HOUR_MS),
    lastMessageAt: ago(HOUR_MS),
    threadId: null,
    ...given,
  },
});

const makeFacts = (given: Partial<ReserveFacts> = {}): ReserveFacts => {
  const { candidates = [candidate()] } = given;
  return {
    tenant: { balance: '10.000000', isActive: true },
    kept: null,
    contactId: 1,
    named: null,
    hasAccount: candidates.length > 0,
    messageId: '1',
    ...given,
    candidates,
  };
};

const decide = (item: GivenSend = {}, facts: Partial<ReserveFacts> = {}) =>
  decideReservations([{ send: makeWantedSend(item), facts: makeFacts(facts) }])[0];
const outcomesOf = (cases: [GivenSend, Partial<ReserveFacts>][]) =>
  decideReservations(cases.map(([item, facts]) => ({ send: makeWantedSend(item), facts: makeFacts(facts) }))).map(
    ({ outcome }) => outcome,
  );

describe('a reservation', () => {
  test('goes to the requested address, in the existing conversation', () => {
    expect(decide()).toEqual({
      outcome: 'reserve',
      account,
      peer: '5',
      conversationId: 100,
      threadId: null,
      price: '1',
      category: null,
      renewsKey: false,
    });
  });
  test('to a stranger has no conversation yet', () => {
    expect(decide({}, { candidates: [candidate(null)] })).toMatchObject({ outcome: 'reserve', conversationId: null });
  });
  test('for a conversation goes to that conversation’s address', () => {
    expect(decide({ namedConversationId: 100 }, { named: candidate().conversation })).toMatchObject({
      outcome: 'reserve',
      peer: 'p',
    });
  });
});

describe('without an account', () => {
  const none = { candidates: [] };
  test.each([
    ['none connected', {}, none, 'not_connected'],
    ['none connected, no matter who is named', { from: 'nobody' }, none, 'not_connected'],
    ['another is connected than the one named', { from: 'nobody' }, { ...none, hasAccount: true }, 'invalid_from'],
    ['a candidate that is not the one named', { from: 'nobody' }, {}, 'invalid_from'],
    ['the conversation is unknown', { namedConversationId: 100 }, none, 'unknown_conversation'],
    [
      'the conversation’s account is not connected',
      { namedConversationId: 100 },
      { ...none, named: candidate().conversation },
      'not_connected',
    ],
  ] as const)('%s', (_, item, facts, outcome) => {
    expect(decide(item, { ...facts, candidates: 'candidates' in facts ? [] : [candidate()] })).toEqual({ outcome });
  });
});

describe('the 24-hour window of wa', () => {
  const template = { name: 'hello', language: 'en' };
  const wrote = (lastInboundAt: Date | null) => ({ candidates: [candidate({ lastInboundAt })] });
  const closed = { outcome: 'window_closed', accountId: 10 };
  test.each([
    ['a moment before 24 h', {}, wrote(ago(DAY_MS - 1)), { outcome: 'reserve' }],
    ['exactly 24 h', {}, wrote(ago(DAY_MS)), closed],
    ['never wrote', {}, wrote(null), closed],
    ['no conversation', {}, { candidates: [candidate(null)] }, closed],
    ['a template, long after', { template }, wrote(ago(9 * DAY_MS)), { outcome: 'reserve' }],
    ['a template to a stranger', { template }, { candidates: [candidate(null)] }, { outcome: 'reserve' }],
  ])('%s', (_, item, facts, decision) => {
    expect(decide({ channel: 'wa', ...item }, facts)).toMatchObject(decision);
  });
  test.each(['tg', 'wd', 'fb', 'ig'] as const)('does not apply to %s', (channel) => {
    expect(decide({ channel }, { candidates: [candidate(null)] })).toMatchObject({ outcome: 'reserve' });
  });
});

describe('a thread on tt', () => {
  test.each([
    ['is where the message goes', [candidate({ threadId: 't' })], { outcome: 'reserve', threadId: 't' }],
    ['that is not known is no_thread', [candidate({ threadId: null })], { outcome: 'no_thread' }],
    ['of somebody who never wrote is no_thread', [candidate(null)], { outcome: 'no_thread' }],
  ])('%s', (_, candidates, decision) => {
    expect(decide({ channel: 'tt' }, { candidates })).toMatchObject(decision);
  });
});

describe('credit', () => {
  const withBalance = (balance: string) => ({ tenant: { balance, isActive: true } });
  test.each([
    ['exactly the balance', '0.5', withBalance('0.500000'), 'reserve'],
    ['a millionth more', '0.500001', withBalance('0.500000'), 'insufficient_balance'],
    ['nothing, for nothing', '0', withBalance('0'), 'reserve'],
    ['an inactive tenant', '1', { tenant: { balance: '10', isActive: false } }, 'insufficient_balance'],
    ['no tenant', '1', { tenant: null }, 'insufficient_balance'],
  ] as const)('%s', (_, price, facts, outcome) => {
    expect(decide({ price }, facts)).toMatchObject({ outcome });
  });

  describe('of a template', () => {
    const template = { name: 'sale', language: 'en' };
    const prices = { wa: '1', 'wa.marketing': '3', 'wa.utility': '0.5' };
    const listed = (...categories: (string | null)[]) =>
      categories.map((templateCategory, index): Candidate => {
        const account = { id: 10 + index, externalId: `90${index}`, name: 'x', number: null, credentials: 'x' };
        return { ...candidate(), account, templateCategory };
      });

    test.each([
      ['its category', 'MARKETING', { price: '3', category: 'MARKETING' }],
      ['its category without a price of its own', 'AUTHENTICATION', { price: '1', category: 'AUTHENTICATION' }],
      ['no known category', null, { price: '1', category: null }],
    ])('is the price of %s', (_, category, expected) => {
      const decision = decide({ channel: 'wa', template, prices }, { candidates: listed(category) });
      expect(decision).toMatchObject({ outcome: 'reserve', ...expected });
    });

    test('is that of the account which sends', () => {
      const decision = decide(
        { channel: 'wa', template, prices, from: '901' },
        { candidates: listed('MARKETING', 'UTILITY') },
      );
      expect(decision).toMatchObject({ price: '0.5', category: 'UTILITY' });
    });

    test('is taken from the balance, within the batch too', () => {
      const facts = { ...withBalance('4'), candidates: listed('MARKETING') };
      const item = { channel: 'wa', template, prices } as const;
      expect(
        outcomesOf([
          [item, facts],
          [item, facts],
        ]),
      ).toEqual(['reserve', 'insufficient_balance']);
    });

    test('does not apply to a text', () => {
      expect(decide({ channel: 'wa', prices }, { candidates: listed('MARKETING') })).toMatchObject({
        price: '1',
        category: null,
      });
    });
  });

  test('that the batch has spent is unavailable; a refused send spends nothing', () => {
    const poor = withBalance('2');
    expect(
      outcomesOf([
        [{ price: '1.5' }, poor],
        [{ price: '1' }, poor],
        [{ price: '0.5' }, poor],
        [{ price: '0.000001' }, poor],
      ]),
    ).toEqual(['reserve', 'insufficient_balance', 'reserve', 'insufficient_balance']);
  });

  test('of one tenant does not affect another', () => {
    expect(
      outcomesOf([
        [{ tenantId: 1 }, withBalance('1')],
        [{ tenantId: 2 }, withBalance('1')],
        [{ tenantId: 1 }, withBalance('1')],
      ]),
    ).toEqual(['reserve', 'reserve', 'insufficient_balance']);
  });
});

describe('an Idempotency-Key', () => {
  const idempotency = { key: 'k', bodyHash: 'aa' };
  const answer: StoredAnswer = { ok: true, output: { ok: true, messageId: '1', channel: 'tg', to: '5' } };
  const kept = { bodyHash: 'aa', answer, createdAt: NOW };

  test('that is known gets its first answer before any other check', () => {
    expect(decide({ idempotency }, { kept, candidates: [], tenant: null })).toEqual({ outcome: 'replayed', answer });
  });
  test('older than 24 h is free', () => {
    const old = { ...kept, createdAt: ago(DAY_MS + 1) };
    expect(decide({ idempotency }, { kept: old })).toMatchObject({ outcome: 'reserve', renewsKey: true });
  });
  test('used twice in a batch is in progress for the second item, whatever its body', () => {
    expect(
      outcomesOf([
        [{ idempotency }, {}],
        [{ idempotency }, {}],
        [{ idempotency: { ...idempotency, bodyHash: 'bb' } }, {}],
      ]),
    ).toEqual(['reserve', 'in_progress', 'in_progress']);
  });
  test('whose first item was refused is free', () => {
    expect(
      outcomesOf([
        [{ idempotency, price: '11' }, {}],
        [{ idempotency }, {}],
      ]),
    ).toEqual(['insufficient_balance', 'reserve']);
  });
  test('belongs to one API key', () => {
    expect(
      outcomesOf([
        [{ idempotency }, {}],
        [{ idempotency, instanceId: 'ins_2' }, {}],
      ]),
    ).toEqual(['reserve', 'reserve']);
  });
});

const sends = (balance: string, lowCredit: { threshold: string; isReported: boolean } | null, ...prices: string[]) =>
  prices.map((price, index) => ({
    send: { tenantId: 1 },
    reservation: { price },
    facts: { tenant: { balance, isActive: true, lowCredit }, messageId: String(index) },
  }));
const LINE = { threshold: '10.000000', isReported: false };

test('the send that takes the balance below the threshold crosses it; equality does not', () => {
  expect(findLowCredit(sends('12.000000', LINE, '1', '1'))).toEqual([]);
  expect(findLowCredit(sends('12.000000', LINE, '1', '1', '0.5', '1'))).toEqual([
    { tenantId: 1, balance: '8.5', threshold: '10', messageId: '2' },
  ]);
});

test('a tenant without a threshold, or whose crossing was reported, is not reported', () => {
  expect(findLowCredit(sends('9.000000', null, '1'))).toEqual([]);
  expect(findLowCredit(sends('9.000000', { ...LINE, isReported: true }, '1'))).toEqual([]);
});
