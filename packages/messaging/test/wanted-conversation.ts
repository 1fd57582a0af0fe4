import type { WantedConversation } from '@parley/messaging/people/upsert-conversations';

/** The time of its last message. */
export const AT = new Date('2026-01-01T00:00:00Z');

/** A conversation that a person of these addresses begins with account 1 of `seedAccounts`; the test overrides fields. */
export const wantedConversation = (
  addresses: string[],
  given: Partial<WantedConversation> = {},
): WantedConversation => ({
  tenantId: 1,
  channel: 'ig',
  addresses,
  name: null,
  username: null,
  phone: null,
  channelAccountId: 1,
  startedBy: 'customer',
  peer: addresses[0] ?? '',
  providerThreadId: null,
  lastInboundAt: null,
  lastMessageAt: AT,
  ...given,
});
