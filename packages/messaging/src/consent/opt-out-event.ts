import type { Channel } from '@parley/common/channels';
import type { AccountRef } from '@parley/common/events';
import type { NewEvent } from '../outbox/new-event.ts';
import type { ConsentChange } from './decide-consents.ts';

/** A person who decided, as events show them. */
export interface DecidedPerson {
  channel: Channel;
  conversationId: number | null;
  /** The address that sends go to. */
  from: string;
  account: AccountRef;
}

/** `contact.opt_out` (docs/reference/events.md#contactopt_out). */
export const optOutEvent = (
  { tenantId, isOptedOut, by, at }: ConsentChange,
  { channel, conversationId, from, account }: DecidedPerson,
  reportedAt: Date,
): NewEvent<'contact.opt_out'> => ({
  type: 'contact.opt_out',
  tenantId,
  channel,
  conversationId,
  createdAt: reportedAt,
  data: {
    channel,
    conversation_id: conversationId,
    from,
    account,
    opted_out: isOptedOut,
    by,
    at: at.toISOString(),
  },
});
