import { randomUUID } from 'node:crypto';
import { isDatabaseUnavailable } from '@parley/database/sql';
import { priceOf } from '@parley/messaging/credit/message-price';
import { ANSWER_MARGIN_MS } from '../domain/answer-margins.ts';
import type { PreparedSend } from '../domain/prepared-send.ts';
import type { ReserveItem, ReserveResult } from '../domain/reservation.ts';
import type { Schedule } from '../domain/schedule.ts';
import { unavailable } from '../domain/send-errors.ts';
import type { SendOrder } from '../domain/send-order.ts';
import { settleByOf } from '../domain/settle-by.ts';
import type { SendService } from '../service.ts';
import { checkTemplate } from './check-template.ts';
import { releaseLostReservation } from './release-lost-reservation.ts';
import { reserveItem } from './reserve-item.ts';

/** A send whose account or consent changes during each of these checks is not reserved: the caller repeats it. */
const MAX_CHECKS = 3;

/** Reserves the send. A template whose category matters is checked, and reserved only if the check is still valid then. */
async function reserveChecked(
  service: SendService,
  item: ReserveItem,
  order: Pick<SendOrder, 'tenantId' | 'deadlineAt'>,
): Promise<ReserveResult> {
  const { tenantId } = order;
  // Later there is no time left for the provider's call.
  const deadlineAt = order.deadlineAt - ANSWER_MARGIN_MS;
  let reserved = await reserveItem(service, item);
  for (let checks = 0; checks < MAX_CHECKS; checks++) {
    if (reserved.outcome !== 'unchecked_template' || item.template === null) return reserved;
    const checkedTemplate = reserved.check;
    await checkTemplate(service, { tenantId, deadlineAt }, checkedTemplate, item.template);
    reserved = await reserveItem(service, { ...item, checkedTemplate });
  }
  return reserved;
}

/** Reserves one send, as one of a batch. Errors: service_unavailable; those of checking a template. */
export async function reserveSend(
  service: SendService,
  order: SendOrder,
  prepared: PreparedSend,
  schedule?: Schedule,
): Promise<ReserveResult> {
  const { message, attachments, files } = prepared;
  const now = service.now();
  const item: ReserveItem = {
    recipient: message.to,
    text: message.text,
    attachments,
    files,
    template: message.template,
    content: message.rich,
    mentions: message.mentions,
    isFallback: prepared.isFallback,
    replyToId: prepared.quoted?.messageId ?? null,
    price: priceOf(service.environment, order.channel),
    prices: message.template ? service.environment.PARLEY_PRICES : undefined,
    happenedAt: now,
    settleBy: settleByOf(service.environment, now),
    schedule,
    reservation: randomUUID(),
    // Last: V8 takes 1 µs for each named member after a spread.
    ...order,
  };
  try {
    return await reserveChecked(service, item, order);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    void releaseLostReservation(service, item, order, error);
    throw unavailable(error);
  }
}
