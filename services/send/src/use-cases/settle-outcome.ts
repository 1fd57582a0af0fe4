import { AppError } from '@parley/common/errors';
import {
  messageSentEvent,
  type OutboundMessageRow,
  type StoredAnswer,
  sendAnswer,
} from '@parley/prisma/messaging/outbound-message';
import { toOutboxRow } from '@parley/prisma/outbox/new-event';
import { type HandedOver, REFUSAL_CODES } from '../domain/channel-sender.ts';
import type { SendOrder, Sent } from '../domain/send-order.ts';
import type { Reserved } from '../storage/reserve-store.ts';
import type { AliasToAdopt, SettleItem } from '../storage/settle-store.ts';
import type { PreparedSend } from './prepare-send.ts';

export interface SettleOutcomeDeps {
  /** Resolves when it is committed. */
  settle(item: SettleItem): Promise<void>;
  /** The conversation of both addresses, or null. */
  adoptAlias(alias: AliasToAdopt): Promise<number | null>;
  now(): Date;
}

type Accepted = Extract<HandedOver, { kind: 'accepted' }>;
type NotAccepted = Exclude<HandedOver, { kind: 'accepted' }>;

function failedAnswer(outcome: NotAccepted): Extract<StoredAnswer, { ok: false }> {
  const { provider } = outcome;
  return outcome.kind === 'unknown'
    ? {
        ok: false,
        error: { code: 'provider_timeout', message: new AppError('provider_timeout').message, extras: { provider } },
      }
    : { ok: false, error: { code: REFUSAL_CODES[provider.name], message: provider.message, extras: { provider } } };
}

/** A provider that was not reached has refused nothing: the Idempotency-Key is free for another try. */
const wasReached = (outcome: NotAccepted): boolean => outcome.kind === 'unknown' || outcome.provider.status !== null;

/**
 * Stores what the provider said, with the event, in one transaction, and answers it (contract §3, §4): credit is kept on
 * acceptance, given back on refusal, and stays reserved while the outcome is unknown. A refusal fires no event: the
 * caller has it as the answer.
 */
export function makeSettleOutcome(deps: SettleOutcomeDeps) {
  const itemOf = (
    order: SendOrder,
    reserved: Reserved,
    given: Pick<SettleItem, 'status'> & Partial<SettleItem>,
  ): SettleItem => ({
    tenant_id: order.tenantId,
    message_id: reserved.message_id,
    conversation_id: reserved.conversation_id,
    provider_message_id: null,
    error: null,
    release: false,
    event: null,
    further_ids: null,
    happened_at: deps.now().toISOString(),
    ...given,
    answer: order.idempotency ? (given.answer ?? null) : null,
  });

  const conversationOf = async (order: SendOrder, reserved: Reserved, { recipientAlias: alias }: Accepted) => {
    if (alias === null || alias === reserved.peer) return reserved.conversation_id;
    const { tenantId, channel } = order;
    const adopted = await deps.adoptAlias({
      tenantId,
      channel,
      accountId: reserved.account_id,
      recipient: reserved.peer,
      alias,
    });
    return adopted ?? reserved.conversation_id;
  };

  async function settleAccepted(
    order: SendOrder,
    prepared: PreparedSend,
    reserved: Reserved,
    outcome: Accepted,
  ): Promise<Sent> {
    const conversationId = await conversationOf(order, reserved, outcome);
    const at = deps.now();
    const row: OutboundMessageRow = {
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
      provider_message_id: outcome.providerMessageId,
      external_id: reserved.external_id,
      account_name: reserved.account_name,
      account_number: reserved.account_number,
    };
    const answer: StoredAnswer = { ok: true, output: sendAnswer(row) };
    await deps.settle(
      itemOf(order, reserved, {
        status: 'sent',
        conversation_id: conversationId,
        provider_message_id: outcome.providerMessageId,
        happened_at: at.toISOString(),
        answer,
        further_ids: outcome.furtherIds ?? null,
        event: toOutboxRow(messageSentEvent(row, at)),
      }),
    );
    return { answer, replayed: false, conversationId };
  }

  async function settleFailed(order: SendOrder, reserved: Reserved, outcome: NotAccepted): Promise<Sent> {
    const answer = failedAnswer(outcome);
    const { code, message } = answer.error;
    const isKept = outcome.kind === 'refused' && wasReached(outcome);
    await deps.settle(
      itemOf(order, reserved, {
        status: outcome.kind === 'unknown' ? 'unknown' : 'failed',
        error: { code, message, provider_code: outcome.provider.code },
        answer: isKept ? answer : null,
        release: !wasReached(outcome),
      }),
    );
    return { answer, replayed: false, conversationId: reserved.conversation_id };
  }

  return {
    settle: (order: SendOrder, prepared: PreparedSend, reserved: Reserved, outcome: HandedOver): Promise<Sent> =>
      outcome.kind === 'accepted'
        ? settleAccepted(order, prepared, reserved, outcome)
        : settleFailed(order, reserved, outcome),

    /** Gives back what was reserved for a send that was never handed to the provider. */
    release: (order: SendOrder, reserved: Pick<Reserved, 'message_id' | 'conversation_id'>): Promise<void> => {
      const { message } = new AppError('service_unavailable');
      const error = { code: 'service_unavailable', message, provider_code: null };
      // safe: itemOf reads the two ids alone
      return deps.settle(itemOf(order, reserved as Reserved, { status: 'failed', error, release: true }));
    },
  };
}

export type SettleOutcome = ReturnType<typeof makeSettleOutcome>;
