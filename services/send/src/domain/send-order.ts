import type { CallContext } from '@parley/common/call-context';
import type { Channel } from '@parley/common/channels';
import type { StoredAnswer } from '@parley/messaging/outbound-message';
import type { BotSend } from './bot-send.ts';

/** An Idempotency-Key and the request that uses it. */
export interface Idempotency {
  key: string;
  /** SHA-256 of the request, in hexadecimal. */
  bodyHash: string;
}

/** Stands for the hash of a body; a hash has 32 bytes, so no request has this one. */
const ANY_BODY = '00';

/**
 * The Idempotency-Key of an automatic message, which alone identifies it: a repeat is the same message, even where a model
 * or a changed setting words it differently.
 */
export const identifiedByKey = (key: string): Idempotency => ({ key, bodyHash: ANY_BODY });

/** A send with its sender, deadline and idempotency key. */
export interface SendOrder {
  tenantId: number;
  /** The key; null for a send from the dashboard or an automatic one. */
  instanceId: string | null;
  /** `bot`: automatic, by a bot or by a rule of the workspace. */
  origin: 'api' | 'dashboard' | 'bot';
  channel: Channel;
  /** Names the account that sends: by id, number or label. */
  from: string | null;
  /** The conversation that the dashboard or an automatic message answers in. */
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

export const idempotencyOf = ({ idempotency }: CallContext): Idempotency | null =>
  idempotency ? { key: idempotency.key, bodyHash: idempotency.bodyHash } : null;

/** The sending member; the operator is no member. */
export const senderOf = ({ member }: Pick<CallContext, 'member'>): string | undefined => member?.memberId ?? undefined;
