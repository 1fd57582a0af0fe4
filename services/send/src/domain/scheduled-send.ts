import type { Channel } from '@parley/common/channels';
import type { AppError } from '@parley/common/errors';
import type { Attachment } from '@parley/common/events';
import type { RichContent } from '@parley/common/message-content';
import { type StoredAnswer, sendAnswer } from '@parley/messaging/outbound-message';
import type { OutboundTemplate, QuotedMessage } from '@parley/providers/outbound-message';
import type { Account, SentFile } from './reservation.ts';
import type { SendOptions } from './schedule.ts';
import type { SendOrder } from './send-order.ts';

type Answered = Parameters<typeof sendAnswer>[0];

/** The answer to a scheduled send (docs/reference/sends.md#scheduled). */
export function scheduledAnswer(
  message: Omit<Answered, 'template'> & { template: OutboundTemplate | null },
  sendAt: Date,
): Extract<StoredAnswer, { ok: true }> {
  // safe: the contract's template, without unset members
  const { delivery: _notYet, ...output } = sendAnswer(message as Answered);
  return { ok: true, output: { ...output, status: 'scheduled', sendAt: sendAt.toISOString() } };
}

/** The queue of one account: its scheduled messages. */
export interface QueueKey {
  tenantId: number;
  accountId: number;
}

/** How many messages to take from the queue of an account. */
export interface QueueShare extends QueueKey {
  count: number;
}

/** A scheduled message that has been claimed, with the facts at that time. */
export interface DueSend {
  messageId: string;
  tenantId: number;
  conversationId: number;
  channel: Channel;
  origin: 'api' | 'dashboard';
  instanceId: string | null;
  peer: string;
  text: string;
  attachments: Attachment[];
  template: OutboundTemplate | null;
  content: RichContent | null;
  isFallback: boolean;
  options: SendOptions;
  replyToId: string | null;
  /** The quoted message, if the platform has it and it was not deleted. */
  quoted: QuotedMessage | null;
  file: SentFile | null;
  account: Account;
  isConnected: boolean;
  isTenantActive: boolean;
  /** Whether the recipient of a template opted out of marketing. */
  isOptedOut: boolean;
  /** Its key was revoked together with its scheduled messages. */
  isWithdrawn: boolean;
  lastInboundAt: Date | null;
  threadId: string | null;
  /** Tries that certainly sent nothing. */
  attempts: number;
}

/** A due message that this process has claimed: it alone sends it, or fails it. */
export interface ClaimedSend extends DueSend {
  claimId: string;
  /** Why it cannot leave; null: it leaves. */
  refusal: AppError | null;
  /** By the wall clock, in ms: time that passes while the process does not run counts. */
  claimedAtMs: number;
}

/** The order of a scheduled message at its time. Nobody waits for its answer, which was given when it was scheduled. */
export const orderOf = ({ tenantId, instanceId, origin, channel, conversationId }: DueSend): SendOrder => ({
  tenantId,
  instanceId,
  origin,
  channel,
  from: null,
  conversationId,
  commentId: null,
  idempotency: null,
  deadlineAt: Number.POSITIVE_INFINITY,
});
