import { randomUUID } from 'node:crypto';
import { reportBroken } from '@parley/bus/report-broken-channel';
import { AppError } from '@parley/common/errors';
import { isDatabaseUnavailable } from '@parley/database/sql';
import { priceOf } from '@parley/messaging/credit/message-price';
import { retryRefused } from '@parley/providers/retry-refused';
import type { HandedOver, SendingAccount } from '../domain/channel-sender.ts';
import { replay } from '../domain/decide-repeat.ts';
import type { PreparedSend } from '../domain/prepared-send.ts';
import type { Reserved, ReserveItem, ReserveResult } from '../domain/reservation.ts';
import { refuseReservation } from '../domain/send-errors.ts';
import type { SendOrder, Sent } from '../domain/send-order.ts';
import type { SendService } from '../service.ts';
import { releaseLostReservation } from './release-lost-reservation.ts';
import { releaseReservation } from './release-reservation.ts';
import { reserveSend } from './reserve-send.ts';
import { settleOutcome } from './settle-outcome.ts';

/** Channels whose owner reauthorizes them by a connect link; the operator connects wa numbers and bots. */
const AUTHORIZED: ReadonlySet<string> = new Set(['fb', 'ig', 'tt']);
/** Added to the provider's timeout, so that the sweeper ignores sends that are still running. */
const SETTLE_GRACE_MS = 15_000;
/** Time reserved for storing the outcome and returning the answer. */
const ANSWER_MARGIN_MS = 1000;
/** Time reserved for returning the answer. */
const RESPONSE_MARGIN_MS = 250;
const RETRY_AFTER_SECONDS = 1;

const unavailable = (cause?: unknown): AppError =>
  new AppError('service_unavailable', { retry_after: RETRY_AFTER_SECONDS, cause });

async function reserve(service: SendService, order: SendOrder, prepared: PreparedSend): Promise<ReserveResult> {
  const { message, attachments, files } = prepared;
  const now = service.now();
  const item: ReserveItem = {
    recipient: message.to,
    text: message.text,
    attachments,
    files,
    template: message.template,
    price: priceOf(service.environment, order.channel),
    happenedAt: now,
    settleBy: new Date(now.getTime() + service.environment.PARLEY_PROVIDER_TIMEOUT_MS + SETTLE_GRACE_MS),
    reservation: randomUUID(),
    // Last: V8 takes 1 µs for each named member after a spread.
    ...order,
  };
  try {
    return await reserveSend(service, item);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    void releaseLostReservation(service, item, order, error);
    throw unavailable(error);
  }
}

/** Releases the reservation of a send whose provider was not called, before the answer or shortly after it. */
async function giveUp(service: SendService, order: SendOrder, reserved: Reserved, error: unknown): Promise<never> {
  await service.durableWriter
    .write(() => releaseReservation(service, order, reserved), order.deadlineAt - RESPONSE_MARGIN_MS)
    .catch((late: unknown) => {
      if (!(late instanceof AppError && late.code === 'provider_timeout')) throw late;
    });
  throw error;
}

const isTokenRefused = (outcome: HandedOver): outcome is Extract<HandedOver, { kind: 'refused' }> =>
  outcome.kind === 'refused' && outcome.channelBroken;

/** Counts the outcome of a provider call. */
function observe(service: SendService, order: SendOrder, accountId: number, outcome: HandedOver, startedAt: number) {
  service.metrics.count(order.channel, outcome, Date.now() - startedAt);
  if (!isTokenRefused(outcome)) return;
  service.logger.warn(
    'token.refused',
    { channel_account_id: accountId, provider: outcome.provider },
    'The provider refused the account’s token.',
  );
}

/**
 * Sends one message: reserves, calls the provider, settles, and answers only after
 * that is committed. A message with an unknown outcome is never sent again
 * (docs/reference/sends.md#time-limit-and-retries).
 */
export async function sendMessage(service: SendService, order: SendOrder, prepared: PreparedSend): Promise<Sent> {
  const reserved = await reserve(service, order, prepared);
  if (reserved.outcome === 'replayed') return replay(reserved);
  if (reserved.outcome !== 'reserved') throw refuseReservation(reserved);

  const startedAt = Date.now();
  const timeoutMs = service.environment.PARLEY_PROVIDER_TIMEOUT_MS;
  const deadline = Math.min(startedAt + timeoutMs, order.deadlineAt - ANSWER_MARGIN_MS);
  if (deadline <= startedAt) return giveUp(service, order, reserved, unavailable());
  const { messageId, peer: to, threadId } = reserved;
  const { id, externalId } = reserved.account;
  let credentials: SendingAccount['credentials'];
  try {
    credentials = service.openCredentials(reserved.account.credentials);
  } catch (error) {
    return giveUp(service, order, reserved, error);
  }
  const account = { id, tenantId: order.tenantId, externalId, credentials };
  const { text, media, template } = prepared.message;
  const message = { to, text, media, template, file: prepared.file, threadId, commentId: order.commentId };
  const sender = service.senders[order.channel];
  const outcome = await retryRefused((leftMs) => sender.send(account, message, messageId, leftMs), deadline);

  observe(service, order, id, outcome, startedAt);
  const sent = await service.durableWriter.write(
    () => settleOutcome(service, order, prepared, reserved, outcome),
    order.deadlineAt - RESPONSE_MARGIN_MS,
  );
  if (isTokenRefused(outcome) && AUTHORIZED.has(order.channel))
    reportBroken(service, { ...order, externalId }, new Date(startedAt));
  return sent;
}
