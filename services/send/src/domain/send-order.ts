import type { Channel } from '@parley/common/channels';
import type { StoredAnswer } from '@parley/messaging/outbound-message';
import type { BotSend } from './bot-send.ts';
import type { Idempotency } from './reservation.ts';

/** A send with its sender, deadline and idempotency key. */
export interface SendOrder {
  tenantId: number;
  /** The key; null for a send from the dashboard or by a bot. */
  instanceId: string | null;
  origin: 'api' | 'dashboard' | 'bot';
  channel: Channel;
  /** `from` of the request. */
  from: string | null;
  /** The conversation that an operator or a bot answers in. */
  conversationId: number | null;
  /** The comment that it answers privately. */
  commentId: string | null;
  idempotency: Idempotency | null;
  /** The caller's deadline, in milliseconds since the epoch. */
  deadlineAt: number;
  /** The member who sends it from the console. */
  memberId?: string | undefined;
  /** The recipient's name from elsewhere, for a new conversation. */
  recipientName?: string | undefined;
  /** Set for a bot's message. */
  bot?: BotSend;
}

/** A send's answer; `replayed` when it repeats that of an earlier request with the same Idempotency-Key. */
export interface Sent {
  answer: StoredAnswer;
  replayed: boolean;
  conversationId: number | null;
}
