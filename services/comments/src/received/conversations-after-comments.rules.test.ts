import type { ConversationFacts } from '@parley/messaging/people/domain/conversation-facts';
import { makeConversationFacts } from '@parley/testing/conversation-facts';
import { expect, test } from 'vitest';
import { conversationsAfterComments } from './conversations-after-comments.rules.ts';

const conversation = (given: Partial<ConversationFacts> = {}): ConversationFacts =>
  makeConversationFacts({
    tenantId: 7,
    channel: 'fb',
    channelAccountId: 3,
    contactId: 5,
    peer: '24',
    status: 'resolved',
    lastMessageAt: new Date(5000),
    ...given,
  });
const comment = (ms: number, isReported = true) => ({
  conversationId: 1,
  platform: 'fb' as const,
  createdAt: new Date(ms),
  isReported,
});

test.each([
  [
    'a new one opens a resolved conversation',
    'resolved',
    [comment(9000)],
    { status: 'open', ms: 9000, reopened: [9000] },
  ],
  ['and an archived one', 'archived', [comment(9000)], { status: 'open', ms: 9000, reopened: [9000] }],
  ['two open it once', 'resolved', [comment(9000), comment(9500)], { status: 'open', ms: 9500, reopened: [9000] }],
  ['one that comes late opens it too', 'resolved', [comment(1000)], { status: 'open', ms: 5000, reopened: [1000] }],
  ['a repeat changes no status', 'resolved', [comment(9000, false)], { status: 'resolved', ms: 9000, reopened: [] }],
  ['an open one stays open', 'open', [comment(9000)], { status: 'open', ms: 9000, reopened: [] }],
] as const)('of comments: %s', (_, status, comments, expected) => {
  const { changed, reopened } = conversationsAfterComments([conversation({ status })], comments);
  expect(changed).toEqual([conversation({ status: expected.status, lastMessageAt: new Date(expected.ms) })]);
  expect(reopened.map(({ comment: { createdAt }, before }) => [createdAt.getTime(), before.status])).toEqual(
    expected.reopened.map((ms) => [ms, status]),
  );
});

test('an unchanged conversation is not written', () => {
  expect(conversationsAfterComments([conversation()], [comment(1000, false)])).toEqual({ changed: [], reopened: [] });
});

test('a new comment ends a snooze without a report, and a repeat does not', () => {
  const snoozed = conversation({ status: 'open', isSnoozed: true });
  const { changed, reopened } = conversationsAfterComments([snoozed], [comment(9000)]);
  expect(changed).toEqual([{ ...snoozed, isSnoozed: false, lastMessageAt: new Date(9000) }]);
  expect(reopened).toEqual([]);
  expect(conversationsAfterComments([snoozed], [comment(1000, false)]).changed).toEqual([]);
});
