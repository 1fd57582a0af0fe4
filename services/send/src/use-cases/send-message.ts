import type { Channel } from '@parley/common/channels';
import { AppError, type ErrorExtras, invalidField } from '@parley/common/errors';
import type { StoredAnswer } from '@parley/prisma/messaging/outbound-message';
import { isDatabaseUnavailable } from '@parley/prisma/sql';
import type { SendOutcome } from '@parley/providers/send-outcome';
import type { ChannelSender, MessageToSend, SendingAccount } from '../domain/channel-sender.ts';
import type { SendOrder, Sent } from '../domain/send-order.ts';
import type { KeptAnswer, Reserved, ReserveItem, ReserveResult } from '../storage/reserve-store.ts';
import { handOver } from './hand-over.ts';
import type { Settler } from './keep-settling.ts';
import type { PreparedSend } from './prepare-send.ts';
import { mayHaveCommitted } from './release-lost-reservation.ts';
import type { SettleOutcome } from './settle-outcome.ts';

export interface SendMessageDeps {
  reserve(item: ReserveItem): Promise<ReserveResult>;
  /** Told of a reservation that may have been committed although its answer was lost. */
  releaseLost(item: ReserveItem, order: SendOrder): void;
  outcomes: SettleOutcome;
  settler: Settler;
  senders: Partial<Record<Channel, ChannelSender>>;
  openCredentials(accountId: number, stored: string): Record<string, string>;
  /** The provider's own id of a conversation (tt). */
  findThread(tenantId: number, conversationId: number): Promise<string | null>;
  priceOf(channel: Channel): string;
  makeReservation(): string;
  providerTimeoutMs: number;
  now(): Date;
  /** Told of every call's outcome. */
  observe(channel: Channel, accountId: number, outcome: SendOutcome, startedAt: number): void;
  /** Told, once the refusal is stored, that the provider refuses the account's token for good. Returns at once. */
  reportBroken(order: SendOrder, externalId: string, startedAt: number): void;
}

/** Past the provider's limit, so that the sweeper leaves alone what is still under way. */
const SETTLE_GRACE_MS = 15_000;
/** Kept for storing the outcome and bringing the answer home. */
const ANSWER_MARGIN_MS = 1000;
/** Kept for bringing the answer home alone. */
const HOMEWARD_MS = 250;
const RETRY_AFTER_SECONDS = 1;
const NO_THREAD = 'This person has not written to the account yet: on tt only they can start a conversation.';

const unavailable = (cause?: unknown): AppError =>
  new AppError('service_unavailable', { retry_after: RETRY_AFTER_SECONDS, cause });

const notConnected = (): AppError =>
  new AppError('not_connected', { message: 'No account of this channel is connected.' });

function refuseReservation(result: Exclude<ReserveResult, Reserved | { outcome: 'replayed' }>): AppError {
  switch (result.outcome) {
    case 'in_progress':
      return new AppError('idempotency_in_progress');
    case 'mismatch':
      return new AppError('idempotency_mismatch');
    case 'unknown_conversation':
      return new AppError('unknown_conversation');
    case 'invalid_from':
      return invalidField(
        'from',
        'from names no connected account of this channel: give its id, number or label as in ?action=channels.',
      );
    case 'not_connected':
      return notConnected();
    case 'no_thread':
      return new AppError('no_existing_conversation', { message: NO_THREAD });
    case 'window_closed':
      return new AppError('no_existing_conversation', { body: { templates: result.templates ?? [] } });
    case 'insufficient_balance':
      return new AppError('insufficient_balance');
  }
}

/** An answer kept for an Idempotency-Key, as the error it was. */
export function toError(answer: Extract<StoredAnswer, { ok: false }>): AppError {
  const { code, message, extras } = answer.error;
  // safe: kept from an AppError of this service
  return new AppError(code as AppError['code'], { message, ...(extras as Omit<ErrorExtras, 'message'>) });
}

const toReplay = (answer: StoredAnswer): Sent => ({ answer, replayed: true, conversationId: null });

/** The first answer of an earlier request, if there is one. Errors: idempotency_in_progress, idempotency_mismatch. */
export function replayKept(kept: KeptAnswer | null): Sent | null {
  if (kept === null) return null;
  if (kept.outcome !== 'replayed') throw refuseReservation(kept);
  return toReplay(kept.answer);
}

function toReserveItem(deps: SendMessageDeps, order: SendOrder, prepared: PreparedSend): ReserveItem {
  const now = deps.now();
  const { message, attachments, files } = prepared;
  return {
    tenant_id: order.tenantId,
    instance_id: order.instanceId,
    origin: order.origin,
    channel: order.channel,
    recipient: message.to,
    sender: order.from,
    conversation: order.conversationId,
    text: message.text,
    attachments,
    files,
    template: message.template,
    price: deps.priceOf(order.channel),
    happened_at: now.toISOString(),
    settle_by: new Date(now.getTime() + deps.providerTimeoutMs + SETTLE_GRACE_MS).toISOString(),
    idempotency_key: order.idempotency?.key ?? null,
    body_hash: order.idempotency?.body_hash ?? null,
    reservation: deps.makeReservation(),
    comment_id: order.commentId,
  };
}

/**
 * Sends one message: reserves (one round trip), hands it to the provider, settles (one round trip), and answers only
 * after that is committed. An unknown outcome is never sent again (contract §3, §4).
 */
export function makeSendMessage(deps: SendMessageDeps) {
  async function reserve(order: SendOrder, prepared: PreparedSend): Promise<ReserveResult> {
    const item = toReserveItem(deps, order, prepared);
    try {
      return await deps.reserve(item);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      if (mayHaveCommitted(error)) deps.releaseLost(item, order);
      throw unavailable(error);
    }
  }

  const settle = <T>(order: SendOrder, store: () => Promise<T>): Promise<T> =>
    deps.settler.settle(store, order.deadlineAt - HOMEWARD_MS);

  /** Nothing has been handed over: everything goes back to what it was before the request. */
  const giveBack = async (order: SendOrder, reserved: Reserved, error: unknown): Promise<never> => {
    await settle(order, () => deps.outcomes.release(order, reserved));
    throw error;
  };

  /** The account and the message as its sender takes them. */
  async function readyToGo(
    order: SendOrder,
    prepared: PreparedSend,
    reserved: Reserved,
  ): Promise<{ account: SendingAccount; message: MessageToSend }> {
    const credentials = deps.openCredentials(reserved.account_id, reserved.credentials);
    const { message, file } = prepared;
    const { tenantId, commentId } = order;
    const threadId = order.channel === 'tt' ? await deps.findThread(tenantId, reserved.conversation_id) : null;
    return {
      account: { id: reserved.account_id, tenantId, externalId: reserved.external_id, credentials },
      message: { ...message, to: reserved.peer, file, threadId, commentId },
    };
  }

  return async (order: SendOrder, prepared: PreparedSend): Promise<Sent> => {
    const sender = deps.senders[order.channel];
    if (!sender) throw notConnected();
    const reserved = await reserve(order, prepared);
    if (reserved.outcome === 'replayed') return toReplay(reserved.answer);
    if (reserved.outcome !== 'reserved') throw refuseReservation(reserved);

    const startedAt = Date.now();
    const deadline = Math.min(startedAt + deps.providerTimeoutMs, order.deadlineAt - ANSWER_MARGIN_MS);
    if (deadline <= startedAt) return giveBack(order, reserved, unavailable());
    let ready: Awaited<ReturnType<typeof readyToGo>>;
    try {
      ready = await readyToGo(order, prepared, reserved);
    } catch (error) {
      return giveBack(order, reserved, isDatabaseUnavailable(error) ? unavailable(error) : error);
    }
    const outcome = await handOver(sender, ready.account, ready.message, reserved.message_id, deadline);
    deps.observe(order.channel, reserved.account_id, outcome, startedAt);
    const sent = await settle(order, () => deps.outcomes.settle(order, prepared, reserved, outcome));
    if (outcome.kind === 'refused' && outcome.channelBroken) deps.reportBroken(order, reserved.external_id, startedAt);
    return sent;
  };
}

export type SendMessage = ReturnType<typeof makeSendMessage>;
