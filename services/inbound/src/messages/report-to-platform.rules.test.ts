import type { PlatformEventType } from '@parley/common/events/platform-events';
import { PLATFORM_EVENT_DATA } from '@parley/common/events/platform-events';
import type { ConversationFacts } from '@parley/messaging/people/domain/conversation-facts';
import { makeConversationFacts } from '@parley/testing/factories/conversation-facts';
import { expect, test } from 'vitest';
import { type ReportedMessage, reportToPlatform } from './report-to-platform.rules.ts';

const AT = new Date('2026-11-22T12:00:00.000Z');
const ACCOUNT = { id: '106', number: '+15550100', label: 'Shop' };

const facts = (id: number, status: ConversationFacts['status'] = 'open'): ConversationFacts =>
  makeConversationFacts({
    id,
    channelAccountId: 2,
    contactId: 30 + id,
    peer: '+16505550001',
    status,
    lastMessageAt: AT,
  });

const received = (messageId: number, conversationId: number) => ({
  channel: 'wa',
  conversation_id: conversationId,
  message_id: messageId,
  from: '+16505550001',
  account: ACCOUNT,
  text: `number ${messageId}`,
  attachments: [],
  received_at: AT.toISOString(),
  reply_until: null,
  provider_message_id: `wamid.${messageId}`,
  sender: { name: 'Ada', username: null, phone: null },
  reply_to: null,
});
const sent = (messageId: number, conversationId: number) => ({
  channel: 'wa',
  conversation_id: conversationId,
  message_id: String(messageId),
  to: '+16505550001',
  account: ACCOUNT,
  text: 'from the phone',
  attachments: [],
  origin: 'phone',
  template: null,
  provider_message_id: `wamid.${messageId}`,
  sent_at: AT.toISOString(),
});

let serial = 0;
interface Given {
  direction?: 'in' | 'out';
  conversation?: number;
  status?: ConversationFacts['status'];
  isNew?: boolean;
  call?: number;
}
function message({
  direction = 'in',
  conversation = 1,
  status = 'open',
  isNew = false,
  call = 0,
}: Given): ReportedMessage & { call: number } {
  const id = ++serial;
  return {
    message: { direction },
    account: { channel: 'wa', externalId: ACCOUNT.id, number: ACCOUNT.number, name: ACCOUNT.label },
    conversation: facts(conversation, status),
    platform: { isReported: true, isNew, name: 'Ada', createdAt: AT },
    event: {
      id: `evt_${id}`,
      tenantId: 1,
      type: direction === 'in' ? 'message.received' : 'message.sent',
      channel: 'wa',
      conversationId: conversation,
      data: JSON.stringify(direction === 'in' ? received(id, conversation) : sent(id, conversation)),
      createdAt: AT,
      traceparent: null,
    },
    call,
  };
}
/** Every row, its data checked against its contract. */
const tell = (...given: Given[]) =>
  reportToPlatform(given.map(message), new Map([[1, facts(1)]]), ({ call }) => call).map(({ type, data }) => ({
    type,
    data: PLATFORM_EVENT_DATA[type].parse(JSON.parse(data)),
  }));
const typesOf = (...given: Given[]): PlatformEventType[] => tell(...given).map(({ type }) => type);

test.each<[string, Given[], PlatformEventType[]]>([
  ['a message of a known customer', [{}], ['new-messages']],
  ['the first message ever', [{ isNew: true }], ['new-conversation', 'new-messages']],
  [
    'the first message after it was resolved',
    [{ status: 'resolved' }],
    ['conversation-status-updated', 'new-conversation', 'new-messages'],
  ],
  [
    'the first message after it was archived',
    [{ status: 'archived' }],
    ['conversation-status-updated', 'new-conversation', 'new-messages'],
  ],
  ['what the shop’s phone sent', [{ direction: 'out' }], ['message-sent']],
  ['what leaves a resolved conversation', [{ direction: 'out', status: 'resolved' }], ['message-sent']],
  [
    'a customer who answers what the shop began in the same batch',
    [{ direction: 'out', isNew: true }, { isNew: true }],
    ['message-sent', 'new-messages'],
  ],
  [
    'two messages that reopen: it is reported once',
    [{ status: 'resolved' }, { status: 'resolved' }],
    ['conversation-status-updated', 'new-conversation', 'new-messages'],
  ],
])('%s', (_title, given, expected) => {
  expect(typesOf(...given)).toEqual(expected);
});

test('reports messages of one conversation from one call together, in order, and others separately', () => {
  const reported = tell({}, { conversation: 2 }, {}, { call: 1 }).map(({ data }) =>
    'messages' in data ? data.messages.map(({ conversation_id, text }) => [conversation_id, text]) : [],
  );
  expect(reported.map((messages) => messages.map(([conversation]) => conversation))).toEqual([[1, 1], [2], [1]]);
  const [first = []] = reported;
  expect(first.map(([, text]) => text)).toEqual([...first.map(([, text]) => text)].sort());
});

test('reports a reopened conversation as open, with its author and its former status', () => {
  const [updated, begun] = tell({ status: 'resolved' });
  expect(updated?.data).toMatchObject({
    conversation_id: 1,
    status: 'open',
    previous_status: 'resolved',
    by: { type: 'customer', id: '31' },
  });
  expect(begun?.data).toMatchObject({
    reopened: true,
    conversation: { id: 1, status: 'open', name: 'Ada', account: ACCOUNT, created_at: AT.toISOString() },
  });
});
