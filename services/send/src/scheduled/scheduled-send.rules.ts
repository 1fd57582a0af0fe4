import type { Channel } from '@parley/common/channels';
import { AppError, invalidField } from '@parley/common/errors';
import type { Attachment } from '@parley/common/events';
import type { RichContent } from '@parley/common/messages/message-content';
import { type StoredAnswer, sendAnswer } from '@parley/messaging/messages/outbound-message';
import type { LateFailure } from '@parley/messaging/messages/settle-late';
import type { OutboundMessage, OutboundTemplate, QuotedMessage } from '@parley/providers/sent/outbound-message';
import type { Account } from '../accounts/account.rules.ts';
import { carryContent } from '../content/content.rules.ts';
import { isWindowClosed, needsThread } from '../reserve/may-send.rules.ts';
import type { ReservedSend, SentFile } from '../sends/send.rules.ts';
import { NO_THREAD } from '../sends/send-errors.rules.ts';

/** Members of an outbound message that are stored only while it is scheduled. */
export type SendOptions = Pick<OutboundMessage, 'mentions' | 'preview' | 'tag'>;

type Answered = Parameters<typeof sendAnswer>[0];

/** The answer to a scheduled send (docs/reference/sends.md#scheduled). */
export function scheduledAnswer(
  { messageId, channel, peer, conversationId, isFallback, message }: ReservedSend,
  sendAt: Date,
): Extract<StoredAnswer, { ok: true }> {
  // safe: the contract's template, without unset members
  const template = message.template as Answered['template'];
  const answer = sendAnswer({ messageId, channel, peer, conversationId, template, isFallback });
  const { delivery: _notYet, ...output } = answer;
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
  /** The category of its template, by which it was priced. */
  category: string | null;
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
  /** Until when the platform delivers no marketing to them; null: it does. */
  marketingHeldUntil: Date | null;
  /** Its key was revoked together with its scheduled messages. */
  isWithdrawn: boolean;
  lastInboundAt: Date | null;
  threadId: string | null;
  /** Attempts that certainly sent nothing. */
  attempts: number;
}

/** A due message that this process has claimed: it alone sends it, or fails it. */
export interface ClaimedSend extends DueSend {
  claimId: string;
  /** The reason why it cannot be sent; null: it is sent. */
  refusal: AppError | null;
  /** By the wall clock, in ms: time that passes while the process does not run counts. */
  claimedAtMs: number;
}

const INACTIVE = 'The account was inactive when the message was due.';
const DISCONNECTED = 'The account of this message was not connected when it was due.';
const QUOTED_GONE = 'reply_to names a message that was deleted or erased.';

/** A later version of Parley may carry less than the one that scheduled the message. */
function refuseContent({ channel, peer: to, text: message, content, options, replyToId }: DueSend): AppError | null {
  try {
    const { mentions, preview, tag } = options;
    const replyTo = replyToId ?? undefined;
    carryContent({ channel, to, message, ...content, mentions: mentions && [...mentions], preview, tag, replyTo });
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/**
 * The reason why a scheduled message cannot be sent, or null (docs/reference/sends.md#scheduled). The checks of an
 * immediate send before its reservation are repeated, because the facts may have changed. The credit was reserved when
 * the message was scheduled.
 */
export function refuseDueSend(due: DueSend, now: Date): AppError | null {
  if (!due.isTenantActive) return new AppError('insufficient_balance', { message: INACTIVE });
  if (!due.isConnected) return new AppError('not_connected', { message: DISCONNECTED });
  if (isWindowClosed(due, now)) return new AppError('no_existing_conversation');
  if (needsThread(due)) return new AppError('no_existing_conversation', { message: NO_THREAD });
  if (due.replyToId !== null && due.quoted === null) return invalidField('reply_to', QUOTED_GONE);
  return due.template === null ? refuseContent(due) : null;
}

/** Tries of a scheduled message that certainly sent nothing, before it fails. */
export const TRIES_MAX = 10;
const FIRST_PAUSE_MS = 2000;
const MAX_PAUSE_MS = 15 * 60_000;

/**
 * When a scheduled message whose try certainly sent nothing is tried again; null when it fails instead. The platform's
 * own delay is honoured; otherwise pauses double.
 */
export function nextTry(attempts: number, retryAfterMs: number | null, now: Date): Date | null {
  if (attempts + 1 >= TRIES_MAX) return null;
  const pauseMs = Math.min(Math.max(retryAfterMs ?? 0, FIRST_PAUSE_MS * 2 ** attempts), MAX_PAUSE_MS);
  return new Date(now.getTime() + pauseMs);
}

/** The reason why a message failed after its caller was answered: as stored, and as the answer that a repeat gets. */
export type SendFailed = Pick<LateFailure, 'error' | 'answer'>;

/** The error code of a scheduled message that was cancelled (docs/reference/sends.md#scheduled). */
export const CANCELLED_CODE = 'cancelled';

/** The failure of a scheduled message for this reason; `providerCode` is the platform's own. */
export const failedBy = (
  { code, message }: { code: string; message: string },
  providerCode: string | number | null = null,
): SendFailed => ({
  error: { code, message, provider_code: providerCode },
  answer: { ok: false, error: { code, message, extras: {} } },
});

export const CANCELLED: SendFailed = failedBy({
  code: CANCELLED_CODE,
  message: 'The message was cancelled before it was sent.',
});
