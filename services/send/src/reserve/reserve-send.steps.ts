import { randomUUID } from 'node:crypto';
import { findTemplateCategory } from '@parley/common/contracts/internal/find-template-category';
import { makeId } from '@parley/common/ids';
import { type DatabaseUnavailable, isDatabaseUnavailable } from '@parley/database/sql';
import { priceOf } from '@parley/messaging/credit/message-price';
import type { OutboundTemplate } from '@parley/providers/sent/outbound-message';
import { settleByOf } from '../interrupted/interrupted.rules.ts';
import { cancelScheduled } from '../scheduled/cancel-scheduled.steps.ts';
import { pollUntilFound } from '../scheduled/poll-until-found.steps.ts';
import { findLostSchedule } from '../scheduled/scheduled.store.ts';
import { ANSWER_MARGIN_MS, type Send } from '../sends/send.rules.ts';
import { unavailable } from '../sends/send-errors.rules.ts';
import type { SendService } from '../service.ts';
import { releaseReservation } from '../settle/settle-outcome.steps.ts';
import { refuseTemplate, type TemplateCheck } from './may-send.rules.ts';
import { isPlainSend } from './plain-sends.rules.ts';
import type { ReserveResult, WantedSend } from './reservation.rules.ts';
import { findLostReservation } from './reservation.store.ts';

/**
 * Reserves one send, as one of a batch; with `sendAt`, for that time. Errors: service_unavailable; those of checking a
 * template.
 */
export async function reserveSend(service: SendService, send: Send, sendAt?: Date): Promise<ReserveResult> {
  const { environment } = service;
  const now = service.now();
  const wanted: WantedSend = {
    price: priceOf(environment, send.channel),
    prices: send.message.template ? environment.PARLEY_PRICES : undefined,
    happenedAt: now,
    settleBy: settleByOf(environment, now),
    sendAt,
    reservation: randomUUID(),
    // Last: V8 takes 1 µs for each named member after a spread.
    ...send,
  };
  try {
    return await reserveChecked(service, wanted);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    void releaseLostReservation(service, wanted, error);
    throw unavailable(error);
  }
}

/** A send whose account or consent changes during each of these checks is not reserved: the caller repeats it. */
const MAX_CHECKS = 3;

/** Reserves the send. A template whose category matters is checked, and reserved only if the check is still valid then. */
async function reserveChecked(service: SendService, send: WantedSend): Promise<ReserveResult> {
  const { tenantId } = send;
  const { template } = send.message;
  // Later there is no time left for the provider's call.
  const deadlineAt = send.deadlineAt - ANSWER_MARGIN_MS;
  let result = await reserveOne(service, send);
  for (let checks = 0; checks < MAX_CHECKS; checks++) {
    if (result.outcome !== 'unchecked_template' || template === null) return result;
    const checkedTemplate = result.check;
    await checkTemplate(service, { tenantId, deadlineAt }, checkedTemplate, template);
    result = await reserveOne(service, { ...send, checkedTemplate });
  }
  return result;
}

/**
 * Reserves a send: to a known recipient by a comparison, in one round trip; otherwise, and when something has to be
 * decided, under locks in two. Each is a transaction of its own, so that a failure of one repeats nothing of the other.
 */
async function reserveOne({ reservations, knownRecipients }: SendService, send: WantedSend): Promise<ReserveResult> {
  if (isPlainSend(send) && knownRecipients.has(send)) {
    const reserved = await reservations.plain.submit(send);
    if (reserved) return { outcome: 'reserved', send: reserved };
    knownRecipients.forget(send);
  }
  return send.bot ? reservations.ofBots.submit(send) : reservations.decided.submit(send);
}

/**
 * Checks the category of a template whose recipient opted out, hides the number, or gets no marketing for now. Such recipients are few, so only
 * their sends cost a call of services/channel-connect, whose list is at most 60 s old. While there is no list, a template
 * to a hidden number is sent, and Meta refuses it if it must; one to a person who opted out is not sent. Errors:
 * opted_out, marketing_limited, invalid_to, not_connected, graph_error, provider_timeout, service_unavailable.
 */
export async function checkTemplate(
  { bus }: Pick<SendService, 'bus'>,
  { tenantId, deadlineAt }: { tenantId: number; deadlineAt: number },
  { externalId, ...recipient }: TemplateCheck,
  { name, language }: OutboundTemplate,
): Promise<void> {
  const input = { tenantId, externalId, name, language };
  const asked = bus.call(findTemplateCategory, input, { requestId: makeId('req'), deadlineAt });
  const { category } = recipient.isOptedOut ? await asked : await asked.catch(() => ({ category: null }));
  refuseTemplate(category, recipient);
}

/** The connection failed: no statement can have run. */
const NEVER_CONNECTED = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENOENT|trying to connect|53300|57P03/;

/** Whether a lost statement may have been committed. */
function mayHaveCommitted({ cause }: DatabaseUnavailable): boolean {
  if (!(cause instanceof Error)) return true;
  const code = 'code' in cause ? String(cause.code) : '';
  return !NEVER_CONNECTED.test(`${code} ${cause.message}`);
}

/** Releases the reservation if it was committed; returns whether it was. */
async function release(service: SendService, send: WantedSend): Promise<boolean> {
  const { tenantId, idempotency, sendAt } = send;
  if (sendAt) {
    const messageId = await findLostSchedule(service.rawDatabase, send, sendAt);
    if (messageId !== null) await cancelScheduled(service, tenantId, messageId);
    return messageId !== null;
  }
  const lost = await findLostReservation(service.rawDatabase, send);
  if (lost) await releaseReservation(service, { tenantId, idempotency, ...lost });
  return lost !== null;
}

/**
 * The connection broke during a reservation, and the answer said that nothing was charged. So a reservation that
 * was committed after all is released; the provider was never called. If this process dies too, the sweeper releases
 * it (docs/reference/errors.md#provider-errors). Never rejects.
 */
async function releaseLostReservation(
  service: SendService,
  send: WantedSend,
  loss: DatabaseUnavailable,
): Promise<void> {
  if (!mayHaveCommitted(loss)) return;
  // A repeat under its Idempotency-Key is answered 202 from then on: what that promises must stay.
  if (send.sendAt && send.idempotency) return;
  await pollUntilFound(
    () => release(service, send),
    (error) =>
      service.logger.debug(
        'reservation.lookup-failed',
        { err: error },
        'A lost reservation could not be looked up yet.',
      ),
  );
}
