import type { Channel } from '@parley/common/channels';
import { AppError, refusalCodeOf } from '@parley/common/errors';
import {
  messageSentEvent,
  type OutgoingMessage,
  type StoredAnswer,
  sendAnswer,
} from '@parley/messaging/outbound-message';
import { toOutboxRow } from '@parley/messaging/outbox/new-event';
import type { HandedOver } from '../domain/channel-sender.ts';
import type { Reserved } from '../domain/reservation.ts';
import type { SendOrder, Sent } from '../domain/send-order.ts';
import type { SettleItem } from '../domain/settlement.ts';
import type { PreparedSend } from './prepare-send.ts';

/** Another address of a recipient, from the provider's answer. */
export interface AliasToAdopt {
  tenantId: number;
  channel: Channel;
  channelAccountId: number;
  address: string;
  alias: string;
}

export interface SettleOutcomeDeps {
  /** Resolves after the commit. */
  settle(item: SettleItem): Promise<void>;
  /** The conversation of both addresses, or null. */
  adoptAlias(alias: AliasToAdopt): Promise<number | null>;
  now(): Date;
}

/** Identifies a stored send. */
type StoredSend = Pick<Reserved, 'messageId' | 'conversationId'>;
type Accepted = Extract<HandedOver, { kind: 'accepted' }>;
type NotAccepted = Exclude<HandedOver, { kind: 'accepted' }>;

function failedAnswer(outcome: NotAccepted): Extract<StoredAnswer, { ok: false }> {
  const { provider } = outcome;
  return outcome.kind === 'unknown'
    ? {
        ok: false,
        error: { code: 'provider_timeout', message: new AppError('provider_timeout').message, extras: { provider } },
      }
    : { ok: false, error: { code: refusalCodeOf(provider), message: provider.message, extras: { provider } } };
}

/** If the provider was not reached, the Idempotency-Key is free again. */
const wasReached = (outcome: NotAccepted): boolean => outcome.kind === 'unknown' || outcome.provider.status !== null;

/**
 * Stores the outcome with its event in one transaction, and returns it as the answer
 * (docs/reference/sends.md#unknown-outcome): credit is kept on acceptance, refunded on refusal, and stays reserved
 * while the outcome is unknown. A refusal has no event: the caller gets it as the answer.
 */
export function makeSettleOutcome(deps: SettleOutcomeDeps) {
  const itemOf = (
    order: SendOrder,
    { messageId, conversationId }: StoredSend,
    given: Pick<SettleItem, 'status'> & Partial<SettleItem>,
  ): SettleItem => ({
    tenantId: order.tenantId,
    messageId,
    conversationId,
    providerMessageId: null,
    error: null,
    release: false,
    event: null,
    furtherIds: [],
    happenedAt: deps.now(),
    ...given,
    answer: order.idempotency ? (given.answer ?? null) : null,
  });

  const conversationOf = async (order: SendOrder, reserved: Reserved, { recipientAlias: alias }: Accepted) => {
    const { conversationId, peer: address, account } = reserved;
    if (alias === null || alias === address) return conversationId;
    const { tenantId, channel } = order;
    return (
      (await deps.adoptAlias({ tenantId, channel, channelAccountId: account.id, address, alias })) ?? conversationId
    );
  };

  async function settleAccepted(
    order: SendOrder,
    prepared: PreparedSend,
    reserved: Reserved,
    outcome: Accepted,
  ): Promise<Sent> {
    const conversationId = await conversationOf(order, reserved, outcome);
    const at = deps.now();
    const { messageId, peer, account } = reserved;
    const sent: OutgoingMessage = {
      messageId,
      tenantId: order.tenantId,
      conversationId,
      channel: order.channel,
      peer,
      text: prepared.message.text,
      attachments: prepared.attachments,
      // safe: the contract's template, without unset members
      template: prepared.message.template as OutgoingMessage['template'],
      origin: order.origin,
      providerMessageId: outcome.providerMessageId,
      externalId: account.externalId,
      accountName: account.name,
      accountNumber: account.number,
    };
    const answer: StoredAnswer = { ok: true, output: sendAnswer(sent) };
    await deps.settle(
      itemOf(order, reserved, {
        status: 'sent',
        conversationId,
        providerMessageId: outcome.providerMessageId,
        happenedAt: at,
        answer,
        furtherIds: outcome.furtherIds ?? [],
        event: toOutboxRow(messageSentEvent(sent, at)),
        ...(order.bot ? { bot: order.bot.facts } : {}),
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
    return { answer, replayed: false, conversationId: reserved.conversationId };
  }

  return {
    settle: (order: SendOrder, prepared: PreparedSend, reserved: Reserved, outcome: HandedOver): Promise<Sent> =>
      outcome.kind === 'accepted'
        ? settleAccepted(order, prepared, reserved, outcome)
        : settleFailed(order, reserved, outcome),

    /** Releases the reservation of a send that never reached the provider. */
    release: (order: SendOrder, stored: StoredSend): Promise<void> => {
      const { message } = new AppError('service_unavailable');
      const error = { code: 'service_unavailable', message, provider_code: null };
      return deps.settle(itemOf(order, stored, { status: 'failed', error, release: true }));
    },
  };
}

export type SettleOutcome = ReturnType<typeof makeSettleOutcome>;
