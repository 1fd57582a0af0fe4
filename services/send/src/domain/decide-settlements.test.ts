import type { StoredAnswer } from '@parley/messaging/outbound-message';
import type { OutboxRow } from '@parley/messaging/outbox/new-event';
import { describe, expect, test } from 'vitest';
import { decideSettlements } from './decide-settlements.ts';
import type { SettleFacts, SettleItem } from './settlement.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const answer: StoredAnswer = { ok: true, output: { ok: true, messageId: '1', channel: 'tg', to: '5' } };
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
const error = { code: 'graph_error', message: 'no', provider_code: 1 };

const makeItem = (given: Partial<SettleItem> = {}): SettleItem => ({
  tenantId: 1,
  messageId: '7',
  conversationId: 100,
  status: 'sent',
  providerMessageId: 'p-7',
  error: null,
  answer: null,
  release: false,
  event: null,
  happenedAt: NOW,
  furtherIds: [],
  ...given,
});
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
  decideSettlements([{ item: makeItem(item), facts: facts && makeFacts(facts) }]);

const NOTHING = {
  messages: [],
  parts: [],
  keptAnswers: [],
  releasedKeys: [],
  refunds: [],
  answered: [],
  events: [],
  platformEvents: [],
};
const settled = {
  messageId: '7',
  conversationId: 100,
  status: 'sent',
  providerMessageId: 'p-7',
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
      { item: makeItem({ event }), facts: makeFacts() },
      { item: makeItem({ event }), facts: makeFacts() },
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
        item: makeItem({ messageId: String(messageId), providerMessageId: 'p' }),
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
    { item: makeItem({ messageId: '10', event: makeEvent('evt_10') }), facts: makeFacts() },
    { item: makeItem({ messageId: '9', event: makeEvent('evt_9'), happenedAt: later }), facts: makeFacts() },
    { item: makeItem({ messageId: '11', conversationId: 50 }), facts: makeFacts() },
    { item: makeItem({ messageId: '12', conversationId: 60, status: 'failed' }), facts: makeFacts() },
  ]);
  expect(writes.events.map(({ id }) => id)).toEqual(['evt_9', 'evt_10']);
  expect(writes.answered).toEqual([
    { conversationId: 50, at: NOW, answeredBy: '11' },
    { conversationId: 100, at: later, answeredBy: '10' },
  ]);
});

test('a bot’s message is no answer of the workspace', () => {
  const ofBot = { item: makeItem({ messageId: '11' }), facts: makeFacts({ origin: 'bot' }) };
  expect(decideSettlements([ofBot]).answered).toEqual([{ conversationId: 100, at: NOW, answeredBy: null }]);
  const ofPerson = { item: makeItem({ messageId: '9' }), facts: makeFacts({ origin: 'dashboard' }) };
  expect(decideSettlements([ofBot, ofPerson]).answered).toEqual([{ conversationId: 100, at: NOW, answeredBy: '9' }]);
});

test('a message of no tenant answers nothing', () => {
  expect(decideSettlements([{ item: makeItem(), facts: null }]).answered).toEqual([]);
});
