import { expect, test } from 'vitest';
import { type ShownConversation, showConversation } from './show-conversation.rules.ts';

const AT = new Date('2026-05-06T07:08:09.000Z');
const row: ShownConversation = {
  id: 1,
  channel: 'fb',
  peer: '24',
  contactId: 2,
  status: 'open',
  isSnoozed: false,
  snoozedUntil: null,
  assignee: null,
  team: null,
  bot: 'on',
  labels: [],
  unread: 0,
  contactName: 'Ann',
  lastInboundAt: null,
  lastMessageAt: AT,
  createdAt: AT,
  externalId: '100',
  number: null,
  accountName: 'Shop',
  lastDirection: null,
  lastOrigin: null,
  lastSentBy: null,
  lastText: null,
  lastContent: null,
  lastStatus: null,
  lastErrorCode: null,
  lastAt: null,
  commentText: null,
  commentedAt: null,
  isAnswered: null,
  isShared: false,
  threadOwner: null,
  threadOwnerAt: null,
  handover: null,
};

test.each([
  ['without a comment is one of messages', {}, { kind: 'messages', lastComment: null }],
  [
    'with a comment is one of comments',
    { commentText: 'price?', commentedAt: AT, isAnswered: true },
    { kind: 'comments', lastComment: { text: 'price?', replied: true, at: AT.toISOString() } },
  ],
  [
    'whose newest comment was removed stays one of comments',
    { commentText: '', commentedAt: AT, isAnswered: false },
    { kind: 'comments', lastComment: { text: '', replied: false, at: AT.toISOString() } },
  ],
])('a conversation %s', (_, given, shown) => {
  expect(showConversation({ ...row, ...given }, AT)).toMatchObject(shown);
});

test.each([
  ['a file', { file: 'image', content: null, isTemplate: false }, 'image'],
  ['a template', { file: null, content: null, isTemplate: true }, 'template'],
  ['nothing that is shown', null, null],
])('the newest message without a text says that it has %s', (_, lastContent, kind) => {
  const sent = { lastDirection: 'out', lastOrigin: 'api', lastText: '', lastStatus: 'sent', lastAt: AT } as const;
  expect(showConversation({ ...row, ...sent, lastContent }, AT).lastMessage).toMatchObject({ text: '', kind });
});

test('the newest message names the member who sent it, or no one when a program did', () => {
  const sent = {
    ...row,
    lastDirection: 'out',
    lastOrigin: 'dashboard',
    lastText: 'Hi',
    lastStatus: 'sent',
    lastAt: AT,
  } as const;
  expect(showConversation({ ...sent, lastSentBy: 'mem_ann' }, AT).lastMessage).toMatchObject({ sentBy: 'mem_ann' });
  expect(showConversation(sent, AT).lastMessage).not.toHaveProperty('sentBy');
});

test('the newest message says why it failed, and nothing when it did not', () => {
  const sent = { ...row, lastDirection: 'out', lastOrigin: 'api', lastText: 'Hi', lastAt: AT } as const;
  const failed = showConversation({ ...sent, lastStatus: 'failed', lastErrorCode: 'cancelled' }, AT);
  expect(failed.lastMessage).toMatchObject({ status: 'failed', errorCode: 'cancelled' });
  expect(showConversation({ ...sent, lastStatus: 'sent' }, AT).lastMessage).not.toHaveProperty('errorCode');
});

test.each([
  ['of an account that no other app shares', {}, { threadOwner: 'unshared' }],
  ['of a shared account', { isShared: true }, { threadOwner: 'idle' }],
  ['that another app has', { isShared: true, threadOwner: 'theirs', threadOwnerAt: AT }, { threadOwner: 'theirs' }],
] as const)('a conversation %s says who may answer', (_, given, shown) => {
  expect(showConversation({ ...row, ...given }, AT)).toMatchObject(shown);
  expect(showConversation({ ...row, ...given, channel: 'tg' }, AT)).not.toHaveProperty('threadOwner');
  expect(showConversation({ ...row, ...given, commentedAt: AT }, AT)).not.toHaveProperty('threadOwner');
});
