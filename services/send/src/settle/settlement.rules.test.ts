import type { StoredAnswer } from '@parley/messaging/messages/outbound-message';
import type { OutboxRow } from '@parley/messaging/outbox/new-event';
import { describe, expect, test } from 'vitest';
import { decideSettlements, type SettleFacts, type SettleItem, splitSettlements } from './settlement.rules.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const makeEvent = (id: string): OutboxRow => ({
  id,
  tenantId: 1,
  type: 'message.sent',
  channel: 'tg',
  conversationId: 100,
  data: '{}',
  createdAt: NOW,
  traceparent: null,
});
const event = makeEvent('evt_1');
const makeItem = (messageId: string, given: Partial<SettleItem> = {}): SettleItem => ({
  tenantId: 1,
  messageId,
  conversationId: Number(messageId),
  status: 'sent',
  providerMessageId: `p-${messageId}`,
  error: null,
  answer: null,
  release: false,
  event,
  happenedAt: NOW,
  furtherIds: [],
  ...given,
});
const split = (...items: SettleItem[]) => {
  const { plain, others } = splitSettlements(items);
  return { plain: plain.map(({ messageId }) => messageId), others: others.map(({ messageId }) => messageId) };
};

test('accepted sends are settled by a comparison, in the order of their messages', () => {
  expect(split(makeItem('10'), makeItem('9', { answer: { ok: true, output: { ok: true } as never } }))).toEqual({
    plain: ['9', '10'],
    others: [],
  });
});

test.each<[string, Partial<SettleItem>]>([
  ['was refused', { status: 'failed', event: null }],
  ['has an unknown outcome', { status: 'unknown', event: null }],
  ['has further parts', { furtherIds: ['f'] }],
  ['is reported to a platform webhook', { isPlatformReported: true }],
  ['is held by the platform', { isHeld: true }],
])('a send that %s is decided under locks', (_, given) => {
  expect(split(makeItem('9', given))).toEqual({ plain: [], others: ['9'] });
});

test.each<[string, Partial<SettleItem>]>([
  ['message', { messageId: '9' }],
  ['provider’s id', { providerMessageId: 'p-9' }],
])('the second settlement of a %s is decided under locks', (_, given) => {
  expect(split(makeItem('9'), makeItem('10', given)).plain).toEqual(['9']);
});

test('sends without an id of the provider are not taken for one', () => {
  const without = { providerMessageId: null };
  expect(split(makeItem('9', without), makeItem('10', without)).plain).toEqual(['9', '10']);
});

test('a send behind one that is decided under locks is decided after it, for the order of their conversation’s events', () => {
  const inOne = { conversationId: 5 };
  expect(
    split(makeItem('9', inOne), makeItem('10', { ...inOne, furtherIds: ['f'] }), makeItem('11', inOne), makeItem('12')),
  ).toEqual({ plain: ['9', '12'], others: ['10', '11'] });
});

const answer: StoredAnswer = { ok: true, output: { ok: true, messageId: '1', channel: 'tg', to: '5' } };
const error = { code: 'graph_error', message: 'no', provider_code: 1 };

/** The outcome of message 7, without an event. */
const makeSettled = (given: Partial<SettleItem> = {}): SettleItem =>
  makeItem('7', { conversationId: 100, event: null, ...given });
const makeFacts = (given: Partial<SettleFacts> = {}): SettleFacts => ({
  status: 'sending',
  origin: 'api',
  price: '0.500000',
  category: null,
  channelAccountId: 10,
  isIdTaken: false,
  isPlatformReported: false,
  ...given,
});
const decide = (item: Partial<SettleItem> = {}, facts: Partial<SettleFacts> | null = {}) =>
  decideSettlements([{ item: makeSettled(item), facts: facts && makeFacts(facts) }]);

const NOTHING = {
  messages: [],
  parts: [],
  keptAnswers: [],
  releasedKeys: [],
  refunds: [],
  holds: [],
  answered: [],
  events: [],
  platformEvents: [],
};
const settled = {
  messageId: '7',
  conversationId: 100,
  status: 'sent',
  providerMessageId: 'p-7',
  isHeld: false,
  error: null,
  happenedAt: NOW,
  settleBy: null,
};

describe('a send that is settled already or does not exist', () => {
  const item = { status: 'failed', error, answer, release: true, furtherIds: ['f'] } as const;
  test.each([{ status: 'sent' }, { status: 'delivered' }, { status: 'read' }, { status: 'failed' }, null])(
    'is not changed: %o',
    (facts) => {
      expect(decide(item, facts)).toEqual(NOTHING);
    },
  );
  test.each(['sent', 'delivered', 'read', 'failed'])('gets its further ids when it is %s', (status) => {
    expect(decide({ event, answer, furtherIds: ['f'] }, { status })).toMatchObject({
      messages: [],
      keptAnswers: [],
      events: [],
      parts: [{ channelAccountId: 10, providerMessageId: 'f', messageId: '7' }],
    });
  });
  test('is not changed by a second settlement in the same batch', () => {
    const writes = decideSettlements([
      { item: makeSettled({ event }), facts: makeFacts() },
      { item: makeSettled({ event }), facts: makeFacts() },
    ]);
    expect(writes.messages).toHaveLength(1);
    expect(writes.events).toHaveLength(1);
  });
});

describe('an accepted send', () => {
  test.each(['sending', 'unknown'])('that is %s becomes sent, with its event and without a refund', (status) => {
    expect(decide({ event }, { status })).toEqual({
      ...NOTHING,
      messages: [settled],
      answered: [{ conversationId: 100, at: NOW, answeredBy: '7' }],
      events: [event],
    });
  });
  test('stores its answer for the Idempotency-Key', () => {
    expect(decide({ answer })).toMatchObject({ keptAnswers: [{ messageId: '7', answer }], releasedKeys: [] });
  });
  test('stores further ids of the provider', () => {
    expect(decide({ furtherIds: ['f1', 'f2'] }).parts).toEqual([
      { channelAccountId: 10, providerMessageId: 'f1', messageId: '7' },
      { channelAccountId: 10, providerMessageId: 'f2', messageId: '7' },
    ]);
  });
  test('whose id belongs to another message is sent without it', () => {
    expect(decide({}, { isIdTaken: true }).messages).toEqual([{ ...settled, providerMessageId: null }]);
  });
  test('whose id occurs twice in a batch keeps it for the first only, and only per account', () => {
    const writes = decideSettlements(
      [
        ['9', 10],
        ['7', 10],
        ['8', 11],
      ].map(([messageId, channelAccountId]) => ({
        item: makeSettled({ messageId: String(messageId), providerMessageId: 'p' }),
        facts: makeFacts({ channelAccountId: Number(channelAccountId) }),
      })),
    );
    expect(writes.messages.map(({ messageId, providerMessageId }) => [messageId, providerMessageId])).toEqual([
      ['7', 'p'],
      ['8', 'p'],
      ['9', null],
    ]);
  });
});

describe('a refused send', () => {
  const refused = { status: 'failed', providerMessageId: null, error } as const;
  test('refunds the credit', () => {
    expect(decide(refused)).toEqual({
      ...NOTHING,
      messages: [{ ...settled, ...refused }],
      refunds: [{ tenantId: 1, messageId: '7', amount: '0.500000', category: null }],
    });
  });
  test('of a priced template names its category in the refund', () => {
    expect(decide(refused, { category: 'MARKETING' }).refunds).toMatchObject([
      { amount: '0.500000', category: 'MARKETING' },
    ]);
  });

  test('that cost nothing refunds nothing', () => {
    expect(decide(refused, { price: '0.000000' }).refunds).toEqual([]);
  });
  test('that never reached the provider frees its Idempotency-Key', () => {
    expect(decide({ ...refused, release: true })).toMatchObject({
      releasedKeys: [{ messageId: '7' }],
      keptAnswers: [],
    });
  });
  test('with an answer keeps its answer and its key', () => {
    expect(decide({ ...refused, answer, release: true })).toMatchObject({
      releasedKeys: [],
      keptAnswers: [{ messageId: '7', answer }],
    });
  });
});

test('an unknown outcome keeps the credit and the key, and restarts the sweeper’s wait', () => {
  expect(decide({ status: 'unknown', providerMessageId: null, error })).toEqual({
    ...NOTHING,
    messages: [{ ...settled, status: 'unknown', providerMessageId: null, error, settleBy: NOW }],
  });
});

test('events follow the order of their messages; a conversation moves to its newest message', () => {
  const later = new Date(NOW.getTime() + 1);
  const writes = decideSettlements([
    { item: makeSettled({ messageId: '10', event: makeEvent('evt_10') }), facts: makeFacts() },
    { item: makeSettled({ messageId: '9', event: makeEvent('evt_9'), happenedAt: later }), facts: makeFacts() },
    { item: makeSettled({ messageId: '11', conversationId: 50 }), facts: makeFacts() },
    { item: makeSettled({ messageId: '12', conversationId: 60, status: 'failed' }), facts: makeFacts() },
  ]);
  expect(writes.events.map(({ id }) => id)).toEqual(['evt_9', 'evt_10']);
  expect(writes.answered).toEqual([
    { conversationId: 50, at: NOW, answeredBy: '11' },
    { conversationId: 100, at: later, answeredBy: '10' },
  ]);
});

test('a bot’s message is not stored as an answer of the workspace', () => {
  const ofBot = { item: makeSettled({ messageId: '11' }), facts: makeFacts({ origin: 'bot' }) };
  expect(decideSettlements([ofBot]).answered).toEqual([{ conversationId: 100, at: NOW, answeredBy: null }]);
  const ofPerson = { item: makeSettled({ messageId: '9' }), facts: makeFacts({ origin: 'dashboard' }) };
  expect(decideSettlements([ofBot, ofPerson]).answered).toEqual([{ conversationId: 100, at: NOW, answeredBy: '9' }]);
});

test('a message without a tenant marks nothing as answered', () => {
  expect(decideSettlements([{ item: makeSettled(), facts: null }]).answered).toEqual([]);
});
