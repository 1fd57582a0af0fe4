import type { ConversationFacts } from '@parley/messaging/people/domain/conversation-facts';

/** A new, open conversation in which nothing was read, decided or answered; the test overrides fields. */
export const makeConversationFacts = (given: Partial<ConversationFacts> = {}): ConversationFacts => ({
  id: 1,
  tenantId: 1,
  channel: 'wa',
  channelAccountId: 1,
  contactId: 1,
  peer: '+16505550001',
  providerThreadId: null,
  deliveredUntil: null,
  readUntil: null,
  status: 'open',
  isSnoozed: false,
  assignee: null,
  bot: 'on',
  botPausedAt: null,
  unread: 0,
  readMessageId: '0',
  lastInboundAt: null,
  lastMessageAt: new Date(0),
  ...given,
});
