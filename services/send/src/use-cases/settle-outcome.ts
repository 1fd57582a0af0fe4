import { AppError, refusalCodeOf } from '@parley/common/errors';
import { isDatabaseUnavailable } from '@parley/database/sql';
import {
  messageSentEvent,
  type OutgoingMessage,
  type StoredAnswer,
  sendAnswer,
} from '@parley/messaging/outbound-message';
import { toOutboxRow } from '@parley/messaging/outbox/new-event';
import { adoptAddress } from '@parley/messaging/people/adopt-address';
import type { SendOutcome } from '@parley/providers/send-outcome';
import type { PreparedSend } from '../domain/prepared-send.ts';
import type { Reserved } from '../domain/reservation.ts';
import type { SendOrder, Sent } from '../domain/send-order.ts';
import { type SettleItem, toSettleItem } from '../domain/settlement.ts';
import type { SendService } from '../service.ts';
import { retryTransaction } from '../storage/retry-transaction.ts';
import { settleSends } from './settle-sends.ts';

type Accepted = Extract<SendOutcome, { kind: 'accepted' }>;
type NotAccepted = Exclude<SendOutcome, { kind: 'accepted' }>;

/** A send's outcome to store, and the answer to its caller. */
interface Settlement {
  item: SettleItem;
  answer: StoredAnswer;
}

/** The conversation of both addresses, where the provider's answer has another address of the recipient. */
async function adoptAlias(
  { rawDatabase, logger }: SendService,
  { tenantId, channel }: SendOrder,
  { peer: address, account: { id: channelAccountId } }: Reserved,
  alias: string,
): Promise<number | null> {
  const adopted = { tenantId, channel, channelAccountId, address, alias };
  return retryTransaction(rawDatabase, (sql) => adoptAddress(sql, adopted)).catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) throw error;
    // An accepted message is always stored, in its original conversation.
    logger.error(
      'recipient-address.unstored',
      { err: error, channel_account_id: channelAccountId },
      'A recipient’s other address could not be stored.',
    );
    return null;
  });
}

function settleAccepted(
  order: SendOrder,
  { message, attachments, isFallback, quoted }: PreparedSend,
  reserved: Reserved,
  { providerMessageId, furtherIds = [] }: Accepted,
  at: Date,
): Settlement {
  const { messageId, conversationId, peer, account, isPlatformReported } = reserved;
  const sent: OutgoingMessage = {
    messageId,
    tenantId: order.tenantId,
    conversationId,
    channel: order.channel,
    peer,
    text: message.text,
    attachments,
    // safe: the contract's template, without unset members
    template: message.template as OutgoingMessage['template'],
    content: message.rich,
    mentions: message.mentions ?? null,
    isFallback,
    replyToId: quoted?.messageId ?? null,
    origin: order.origin,
    providerMessageId,
    externalId: account.externalId,
    accountName: account.name,
    accountNumber: account.number,
  };
  const answer: StoredAnswer = { ok: true, output: sendAnswer(sent) };
  const event = toOutboxRow(messageSentEvent(sent, at));
  const bot = order.bot ? { bot: order.bot.facts } : {};
  const item = toSettleItem(order, reserved, at, {
    status: 'sent',
    providerMessageId,
    furtherIds,
    answer,
    event,
    isPlatformReported,
    ...bot,
  });
  return { item, answer };
}

function settleFailed(order: SendOrder, reserved: Reserved, { kind, provider }: NotAccepted, at: Date): Settlement {
  const code = kind === 'unknown' ? 'provider_timeout' : refusalCodeOf(provider);
  const message = kind === 'unknown' ? new AppError('provider_timeout').message : provider.message;
  const answer: StoredAnswer = { ok: false, error: { code, message, extras: { provider } } };
  // If the provider was not reached, the Idempotency-Key is free again.
  const wasReached = kind === 'unknown' || provider.status !== null;
  const item = toSettleItem(order, reserved, at, {
    status: kind === 'unknown' ? 'unknown' : 'failed',
    error: { code, message, provider_code: provider.code },
    answer: kind === 'refused' && wasReached ? answer : null,
    release: !wasReached,
  });
  return { item, answer };
}

/**
 * Stores the outcome with its event in one transaction, and returns it as the answer
 * (docs/reference/sends.md#unknown-outcome): credit is kept on acceptance, refunded on refusal, and stays reserved
 * while the outcome is unknown. A refusal has no event: the caller gets it as the answer.
 */
export async function settleOutcome(
  service: SendService,
  order: SendOrder,
  prepared: PreparedSend,
  reserved: Reserved,
  outcome: SendOutcome,
): Promise<Sent> {
  const alias = outcome.kind === 'accepted' ? outcome.recipientAlias : null;
  const isOther = alias !== null && alias !== reserved.peer;
  const adopted = isOther ? await adoptAlias(service, order, reserved, alias) : null;
  const stored = adopted === null ? reserved : { ...reserved, conversationId: adopted };
  const at = service.now();
  const { item, answer } =
    outcome.kind === 'accepted'
      ? settleAccepted(order, prepared, stored, outcome, at)
      : settleFailed(order, stored, outcome, at);
  await service.settlements.submit(service, item, settleSends);
  return { answer, replayed: false, conversationId: stored.conversationId };
}
