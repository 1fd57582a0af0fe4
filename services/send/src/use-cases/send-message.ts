import type { Channel } from '@parley/common/channels';
import { AppError, type ErrorExtras, invalidField } from '@parley/common/errors';
import {
  messageSentEvent,
  type OutboundMessageRow,
  type StoredAnswer,
  sendAnswer,
} from '@parley/prisma/messaging/outbound-message';
import { toOutboxRow } from '@parley/prisma/outbox/new-event';
import type { SendOutcome } from '@parley/providers/send-outcome';
import { type ChannelSender, REFUSAL_CODES } from '../domain/channel-sender.ts';
import type { Reserved, ReserveItem, ReserveResult } from '../storage/reserve-store.ts';
import type { SettleItem } from '../storage/settle-store.ts';
import { handOver } from './hand-over.ts';
import type { PreparedSend } from './prepare-send.ts';

export interface SendMessageDeps {
  reserve(item: ReserveItem): Promise<ReserveResult>;
  /** Resolves when it is committed. */
  settle(item: SettleItem): Promise<void>;
  adoptConversation(given: {
    tenantId: number;
    channel: string;
    accountId: number;
    recipient: string;
    alias: string;
  }): Promise<number | null>;
  senders: Partial<Record<Channel, ChannelSender>>;
  openCredentials(stored: string): Record<string, string>;
  priceOf(channel: Channel): string;
  providerTimeoutMs: number;
  now(): Date;
  reportBroken(accountId: number, outcome: SendOutcome): void;
}

/** Who sends, and with what promise. */
export interface SendOrder {
  tenantId: number;
  instanceId: string | null;
  origin: 'api' | 'dashboard';
  channel: Channel;
  from: string | null;
  conversationId: number | null;
  idempotency: { key: string; body_hash: string } | null;
}

/** The send's answer; `replayed` when an earlier request with the same Idempotency-Key made it. */
export interface Sent {
  answer: StoredAnswer;
  replayed: boolean;
  conversationId: number | null;
}

/** Past the provider's limit, so that the sweeper never touches a send that is still under way. */
const SETTLE_GRACE_MS = 15_000;

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
      return new AppError('not_connected', { message: 'No account of this channel is connected.' });
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

function failedAnswer(outcome: Exclude<SendOutcome, { kind: 'accepted' }>): Extract<StoredAnswer, { ok: false }> {
  const { provider } = outcome;
  const code = outcome.kind === 'unknown' ? 'provider_timeout' : REFUSAL_CODES[provider.name];
  const message = outcome.kind === 'unknown' ? new AppError('provider_timeout').message : provider.message;
  return { ok: false, error: { code, message, extras: { provider } } };
}

/**
 * Sends one message: reserves (one round trip), hands it to the provider, settles (one round trip), and answers only
 * after that is committed. Credit is kept on acceptance, given back on refusal, and stays reserved while the outcome is
 * unknown; an unknown outcome is never sent again (contract §3, §4).
 */
export function makeSendMessage(deps: SendMessageDeps) {
  const rowOf = (
    order: SendOrder,
    prepared: PreparedSend,
    reserved: Reserved,
    conversationId: number,
    providerMessageId: string | null,
  ): OutboundMessageRow => ({
    id: reserved.message_id,
    tenant_id: order.tenantId,
    conversation_id: conversationId,
    channel: order.channel,
    peer: reserved.peer,
    text: prepared.message.text,
    attachments: prepared.attachments,
    // safe: the contract's template, without what is unset
    template: prepared.message.template as OutboundMessageRow['template'],
    origin: order.origin,
    provider_message_id: providerMessageId,
    external_id: reserved.external_id,
    account_name: reserved.account_name,
    account_number: reserved.account_number,
  });

  async function settleAccepted(
    order: SendOrder,
    prepared: PreparedSend,
    reserved: Reserved,
    outcome: Extract<SendOutcome, { kind: 'accepted' }>,
  ): Promise<Sent> {
    const at = deps.now();
    const alias =
      outcome.recipientAlias !== null && outcome.recipientAlias !== reserved.peer ? outcome.recipientAlias : null;
    const known =
      alias === null
        ? null
        : await deps.adoptConversation({
            tenantId: order.tenantId,
            channel: order.channel,
            accountId: reserved.account_id,
            recipient: reserved.peer,
            alias,
          });
    const row = rowOf(order, prepared, reserved, known ?? reserved.conversation_id, outcome.providerMessageId);
    const answer: StoredAnswer = { ok: true, output: sendAnswer(row) };
    await deps.settle({
      ...settleBase(order, row, at),
      status: 'sent',
      provider_message_id: outcome.providerMessageId,
      error: null,
      recipient_alias: alias,
      answer,
      event: toOutboxRow(messageSentEvent(row, at)),
    });
    return { answer, replayed: false, conversationId: row.conversation_id };
  }

  const settleBase = (order: SendOrder, row: { id: string; conversation_id: number }, at: Date) => ({
    tenant_id: order.tenantId,
    message_id: row.id,
    conversation_id: row.conversation_id,
    happened_at: at.toISOString(),
  });

  async function settleFailed(
    order: SendOrder,
    reserved: Reserved,
    outcome: Exclude<SendOutcome, { kind: 'accepted' }>,
  ): Promise<Sent> {
    if (outcome.kind === 'refused' && outcome.channelBroken) deps.reportBroken(reserved.account_id, outcome);
    const answer = failedAnswer(outcome);
    const unknown = outcome.kind === 'unknown';
    await deps.settle({
      ...settleBase(order, { id: reserved.message_id, conversation_id: reserved.conversation_id }, deps.now()),
      status: unknown ? 'unknown' : 'failed',
      provider_message_id: null,
      error: { code: answer.error.code, message: answer.error.message, provider_code: outcome.provider.code },
      recipient_alias: null,
      answer: unknown ? null : answer,
      event: null,
    });
    return { answer, replayed: false, conversationId: reserved.conversation_id };
  }

  return async (order: SendOrder, prepared: PreparedSend): Promise<Sent> => {
    const now = deps.now();
    const sender = deps.senders[order.channel];
    if (!sender) throw new AppError('not_connected', { message: 'No account of this channel is connected.' });
    const reserved = await deps.reserve({
      tenant_id: order.tenantId,
      instance_id: order.instanceId,
      origin: order.origin,
      channel: order.channel,
      recipient: prepared.message.to,
      sender: order.from,
      conversation: order.conversationId,
      text: prepared.message.text,
      attachments: prepared.attachments,
      files: prepared.files,
      template: prepared.message.template,
      price: deps.priceOf(order.channel),
      happened_at: now.toISOString(),
      settle_by: new Date(now.getTime() + deps.providerTimeoutMs + SETTLE_GRACE_MS).toISOString(),
      idempotency_key: order.idempotency?.key ?? null,
      body_hash: order.idempotency?.body_hash ?? null,
    });
    if (reserved.outcome === 'replayed') return { answer: reserved.answer, replayed: true, conversationId: null };
    if (reserved.outcome !== 'reserved') throw refuseReservation(reserved);

    const account = { externalId: reserved.external_id, credentials: deps.openCredentials(reserved.credentials) };
    const message = { ...prepared.message, to: reserved.peer };
    const outcome = await handOver(sender, account, message, reserved.message_id, deps.providerTimeoutMs);
    return outcome.kind === 'accepted'
      ? settleAccepted(order, prepared, reserved, outcome)
      : settleFailed(order, reserved, outcome);
  };
}

export type SendMessage = ReturnType<typeof makeSendMessage>;
