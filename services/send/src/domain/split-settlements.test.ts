import type { OutboxRow } from '@parley/messaging/outbox/new-event';
import { expect, test } from 'vitest';
import type { SettleItem } from './settlement.ts';
import { splitSettlements } from './split-settlements.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const event: OutboxRow = {
  id: 'evt_1',
  tenantId: 1,
  type: 'message.sent',
  channel: 'tg',
  conversationId: 100,
  data: '{}',
  createdAt: NOW,
  traceparent: null,
};
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
