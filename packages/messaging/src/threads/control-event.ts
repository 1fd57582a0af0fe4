import type { Channel } from '@parley/common/channels';
import type { AccountRef } from '@parley/common/events';
import type { Handover, KnownOwner } from '@parley/common/messages/thread-owner';
import type { NewEvent } from '../outbox/new-event.ts';

/** The facts of a hand-over; absent ones are unknown. */
export interface HandoverFacts {
  reason: Handover['reason'];
  role?: string | null;
  previousRole?: string | null;
  appId?: string | null;
  previousAppId?: string | null;
  metadata?: string | null;
  summary?: string | null;
  at: Date;
}

/** A hand-over in the form in which conversations store it, and events show it. */
export const toHandover = (facts: HandoverFacts): Handover => ({
  reason: facts.reason,
  role: facts.role ?? null,
  previous_role: facts.previousRole ?? null,
  app_id: facts.appId ?? null,
  previous_app_id: facts.previousAppId ?? null,
  metadata: facts.metadata ?? null,
  summary: facts.summary ?? null,
  at: facts.at.toISOString(),
});

/** The conversation of a thread. */
interface ControlledThread {
  tenantId: number;
  channel: Channel;
  account: AccountRef;
  conversationId: number;
  peer: string;
}

/** `conversation.control` (docs/reference/events.md#conversationcontrol). */
export const controlEvent = (
  { tenantId, channel, account, conversationId, peer }: ControlledThread,
  { state, handover }: { state: KnownOwner; handover: Handover },
  createdAt: Date,
): NewEvent<'conversation.control'> => ({
  type: 'conversation.control',
  tenantId,
  channel,
  conversationId,
  createdAt,
  data: { channel, conversation_id: conversationId, peer, account, state, ...handover },
});
