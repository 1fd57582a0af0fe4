import { AppError, refusalCodeOf } from '@parley/common/errors';
import { messageOfRefusal } from '@parley/common/errors/account-refusals';
import { isDatabaseUnavailable } from '@parley/database/sql';
import {
  messageSentEvent,
  type OutgoingMessage,
  type StoredAnswer,
  sendAnswer,
} from '@parley/messaging/messages/outbound-message';
import { toOutboxRow } from '@parley/messaging/outbox/new-event';
import { adoptAddress } from '@parley/messaging/people/adopt-address';
import type { SendOutcome } from '@parley/providers/sent/send-outcome';
import type { AnsweredSend, ReservedSend, Sent } from '../sends/send.rules.ts';
import { retryTransaction } from '../sends/transaction.store.ts';
import type { SendService } from '../service.ts';
import { type SettledSend, type SettleItem, toSettleItem } from './settlement.rules.ts';

type Accepted = Extract<SendOutcome, { kind: 'accepted' }>;
type NotAccepted = Exclude<SendOutcome, { kind: 'accepted' }>;

/** A send's outcome to store, and the answer to its caller. */
interface Settlement {
  item: SettleItem;
  answer: StoredAnswer;
}

/**
 * Stores the outcome with its event in one transaction, and returns it as the answer
 * (docs/reference/sends.md#unknown-outcome): credit is kept on acceptance, refunded on refusal, and stays reserved
 * while the outcome is unknown. A refusal has no event: the caller gets it as the answer.
 */
export async function settleOutcome(service: SendService, answered: AnsweredSend): Promise<Sent> {
  const { outcome } = answered;
  const alias = outcome.kind === 'accepted' ? outcome.recipientAlias : null;
  const isOther = alias !== null && alias !== answered.peer;
  const adopted = isOther ? await adoptAlias(service, answered, alias) : null;
  const send = adopted === null ? answered : { ...answered, conversationId: adopted };
  const at = service.now();
  const { item, answer } =
    outcome.kind === 'accepted' ? settleAccepted(send, outcome, at) : settleFailed(send, outcome, at);
  await service.settlements.submit(item);
  return { answer, replayed: false, conversationId: send.conversationId };
}

/** Releases the reservation of a send that never reached the provider: the credit is refunded, the key is free. */
export function releaseReservation(service: SendService, send: SettledSend): Promise<void> {
  const { message } = new AppError('service_unavailable');
  const error = { code: 'service_unavailable', message, provider_code: null };
  const item = toSettleItem(send, service.now(), { status: 'failed', error, release: true });
  return service.settlements.submit(item);
}

/** The conversation of both addresses, where the provider's answer has another address of the recipient. */
async function adoptAlias(
  { rawDatabase, logger }: SendService,
  { tenantId, channel, peer: address, account: { id: channelAccountId } }: ReservedSend,
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
  send: ReservedSend,
  { providerMessageId, furtherIds = [], isHeld: held }: Accepted,
  at: Date,
): Settlement {
  const { message, account, isPlatformReported } = send;
  const isHeld = held === true;
  const sent: OutgoingMessage = {
    messageId: send.messageId,
    tenantId: send.tenantId,
    conversationId: send.conversationId,
    channel: send.channel,
    peer: send.peer,
    text: send.filledTemplate ?? message.text,
    attachments: send.attachments,
    // safe: the contract's template, without unset members
    template: message.template as OutgoingMessage['template'],
    content: message.rich,
    mentions: message.mentions ?? null,
    isFallback: send.isFallback,
    isHeld,
    replyToId: send.quoted?.messageId ?? null,
    origin: send.origin,
    providerMessageId,
    externalId: account.externalId,
    accountName: account.name,
    accountNumber: account.number,
  };
  const answer: StoredAnswer = { ok: true, output: sendAnswer(sent) };
  const event = toOutboxRow(messageSentEvent(sent, at));
  const bot = send.bot ? { bot: send.bot.facts } : {};
  const item = toSettleItem(send, at, {
    status: 'sent',
    providerMessageId,
    furtherIds,
    isHeld,
    answer,
    event,
    isPlatformReported,
    ...bot,
  });
  return { item, answer };
}

const subcodeOf = ({ subcode }: NotAccepted['provider']) =>
  subcode === undefined ? {} : { provider_subcode: subcode };

function errorOf(outcome: NotAccepted): Extract<StoredAnswer, { ok: false }>['error'] {
  const { kind, provider } = outcome;
  if (kind === 'unknown')
    return { code: 'provider_timeout', message: new AppError('provider_timeout').message, extras: { provider } };
  const { heldBack, retryAfterMs } = outcome;
  if (heldBack === undefined)
    return { code: refusalCodeOf(provider), message: messageOfRefusal(provider), extras: { provider } };
  const extras = retryAfterMs === null ? {} : { retry_after: Math.ceil(retryAfterMs / 1000) };
  return { code: heldBack, message: provider.message, extras };
}

function settleFailed(send: ReservedSend, outcome: NotAccepted, at: Date): Settlement {
  const { kind, provider } = outcome;
  const error = errorOf(outcome);
  const { code, message } = error;
  const answer: StoredAnswer = { ok: false, error };
  // If the provider was not reached, the Idempotency-Key is free again.
  const wasReached = kind === 'unknown' || provider.status !== null;
  const item = toSettleItem(send, at, {
    status: kind === 'unknown' ? 'unknown' : 'failed',
    error: { code, message, provider_code: provider.code, ...subcodeOf(provider) },
    answer: kind === 'refused' && wasReached ? answer : null,
    release: !wasReached,
  });
  return { item, answer };
}
