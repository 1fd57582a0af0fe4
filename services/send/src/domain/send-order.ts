import type { Channel } from '@parley/common/channels';
import type { StoredAnswer } from '@parley/messaging/outbound-message';
import type { Idempotency } from './reservation.ts';

/** The sender and its deadline and idempotency key. */
export interface SendOrder {
  tenantId: number;
  /** The key; null for a send from the dashboard. */
  instanceId: string | null;
  origin: 'api' | 'dashboard';
  channel: Channel;
  /** `from` of the request. */
  from: string | null;
  /** The conversation that an operator answers in. */
  conversationId: number | null;
  /** The comment that is answered in private. */
  commentId: string | null;
  idempotency: Idempotency | null;
  /** The caller's deadline, in milliseconds since the epoch. */
  deadlineAt: number;
}

/** A send's answer; `replayed` when it repeats that of an earlier request with the same Idempotency-Key. */
export interface Sent {
  answer: StoredAnswer;
  replayed: boolean;
  conversationId: number | null;
}
