import { randomUUID } from 'node:crypto';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { AppError } from '@parley/common/errors';
import type { NotificationChannel } from '@parley/common/workspace/notification-kinds';
import { takeMessageRoom } from '@parley/messaging/notify/reserve-message-quota';
import { appendPlatformEvents } from '@parley/messaging/outbox/platform-events';
import { publicUrlOf } from '@parley/runtime/environment';
import { makeTenantTurns, type TenantTurns } from '@parley/runtime/turns/tenant-turns';
import { CONFIRMATION, DIGEST } from '../planning/plan-notifications.rules.ts';
import { findConfirmation } from '../recipients/confirmation.store.ts';
import { findCustomers, findNamedRecipient, findTenantName } from '../recipients/recipient.store.ts';
import { confirmCode, confirmUrl, turnOffUrl } from '../recipients/signed-link.rules.ts';
import type { NotificationsService } from '../service.ts';
import { hasOwnAccount } from '../settings/settings.rules.ts';
import { findSettings } from '../settings/settings.store.ts';
import { chosenName, describeConfirmation, describeFacts, renderSms } from '../wording/render-message.rules.ts';
import { TEXTS } from '../wording/texts.rules.ts';
import {
  acceptedEvent,
  type Job,
  type Outgoing,
  prepareJob,
  type SendResult,
  type Settlement,
  settleAttempt,
  settleUnsent,
} from './job.rules.ts';
import { beginJob, claimJobs, endInterrupted, saveSettlement } from './notification.store.ts';
import { sendByEmail, sendBySms } from './send-by-way.steps.ts';

/** Messages that a process sends at a time over the accounts of the deployment. */
const SHARED_SLOTS = 8;
/** Messages that a process sends at a time over accounts of tenants: servers that may hang, on sockets that cost little. */
const OWN_SLOTS = 32;
/** Messages of one tenant that a process sends at a time, over either. */
const PER_TENANT = 2;
/** Time beyond an attempt for storing its beginning and outcome. */
const LEASE_MARGIN_MS = 30_000;

export type SendDue = ReturnType<typeof makeSendDue>;

/**
 * Starts due messages, each once: one that may have been accepted is never repeated
 * (docs/reference/notifications.md#delivery). Tenants take turns (docs/reference/notifications.md#turns), and their
 * servers never delay those of the deployment.
 */
export function makeSendDue(service: NotificationsService) {
  const own = makeSends(service, { isOwn: true, total: OWN_SLOTS });
  const shared = makeSends(service, { isOwn: false, total: SHARED_SLOTS });
  return {
    own,
    shared,
    /** Starts sends in the free slots; resolves before they end, with true when more may be waiting. */
    async run(): Promise<boolean> {
      await endInterrupted(service.database, service.now());
      const more = await Promise.all([own.run(), shared.run()]);
      return more.includes(true);
    },
  };
}

/** Sends messages over the accounts of the tenants (`isOwn`), or over those of the deployment. */
function makeSends(service: NotificationsService, { isOwn, total }: { isOwn: boolean; total: number }): TenantTurns {
  const { database, claims, logger } = service;
  return makeTenantTurns({
    total,
    perTenant: PER_TENANT,
    async claim(wanted) {
      const now = service.now();
      const until = new Date(now.getTime() + service.timeoutMs + LEASE_MARGIN_MS);
      const holder = await claims.holder.claimAs();
      const jobs = await claimJobs(database, { claimId: randomUUID(), now, until, isOwn, holder, ...wanted });
      return jobs.map((job) => ({ tenantId: job.tenantId ?? 0, job }));
    },
    run: ({ job }: { tenantId: number; job: Job }) => sendJob(service, job),
    onFailure(error, { job }) {
      // The message is claimed again when its lease expires, unless sending had begun.
      logger.warn(
        'notification.unsettled',
        { err: error, notification_id: job.id },
        'The outcome of a notification could not be stored.',
      );
    },
  });
}

/** Sends a claimed message, or settles it without an attempt. */
async function sendJob(service: NotificationsService, job: Job): Promise<void> {
  const startedAt = service.now();
  const recipient =
    job.recipientId === null ? null : await findNamedRecipient(service.database.prisma, job.recipientId);
  const outgoing = prepareJob(job, recipient, startedAt);
  if ('status' in outgoing) return settleJob(service, job, outgoing);
  const deliver = job.kind === CONFIRMATION ? deliverConfirmation : deliverNotification;
  const result = await deliver(service, outgoing);
  const settlement = result
    ? settleAttempt(job, result, { startedAt, now: service.now() })
    : settleUnsent(job, { status: 'dropped', reason: 'expired', dueAt: startedAt });
  return settleJob(service, job, settlement);
}

/**
 * Sends the confirmation of an address. Null when it has expired, concerns another address by now, or the account that
 * it was counted for is gone.
 */
async function deliverConfirmation(
  service: NotificationsService,
  { job, recipient, address }: Outgoing,
): Promise<SendResult | null> {
  const { cipher, database, environment } = service;
  const { prisma } = database;
  const { id: recipientId, tenantId, language } = recipient;
  const pending = await findConfirmation(prisma, recipientId, job.way, service.now());
  if (!pending || pending.address !== address) return null;
  if (pending.isOwnAccount && !hasOwnAccount(await findSettings(prisma, tenantId), job.way)) return null;
  const confirming = { recipientId, ...pending };
  const begin = () => beginJob(prisma, job);
  if (job.way === 'sms') {
    const text = TEXTS[language].confirm.code(confirmCode(cipher, confirming));
    return sendBySms(service, tenantId, { id: job.id, to: address, text }, begin);
  }
  const publicUrl = publicUrlOf(environment);
  const unsubscribeUrl = turnOffUrl(cipher, publicUrl, { recipientId, kind: null, address });
  const message = describeConfirmation({
    language,
    tenantName: await findTenantName(prisma, tenantId),
    confirmUrl: confirmUrl(cipher, publicUrl, confirming),
    turnOffUrl: unsubscribeUrl,
  });
  return sendByEmail(service, tenantId, { id: job.id, to: address, toName: address, unsubscribeUrl, message }, begin);
}

/** Renders the facts of a message and sends it by its way. */
async function deliverNotification(
  service: NotificationsService,
  { job, recipient, address, items, facts }: Outgoing,
): Promise<SendResult> {
  const { cipher, database, environment } = service;
  const { id, kind, way } = job;
  const { id: recipientId, tenantId, name } = recipient;
  const full = await reserveMessageQuota(service, { tenantId, way, address });
  if (full) return full;
  const urlFor = (turnedOff: string | null): string =>
    turnOffUrl(cipher, publicUrlOf(environment), { recipientId, kind: turnedOff, address });
  const message = describeFacts({
    language: recipient.language,
    timeZone: recipient.timeZone,
    name,
    tenantName: await findTenantName(database.prisma, tenantId),
    kind,
    items,
    facts,
    customers: await findCustomers(database.prisma, tenantId, items),
    turnOffUrl: urlFor,
  });
  const begin = () => beginJob(database.prisma, job);
  if (way === 'sms') return sendBySms(service, tenantId, { id, to: address, text: renderSms(message) }, begin);
  const unsubscribeUrl = urlFor(kind === DIGEST ? null : kind);
  return sendByEmail(service, tenantId, { id, to: address, toName: chosenName(name), unsubscribeUrl, message }, begin);
}

/**
 * Counts a notification over an account of the deployment; null: it may go. One beyond the limit waits for the next
 * hour or day (docs/reference/notifications.md#limits).
 */
async function reserveMessageQuota(
  { database, environment, now }: NotificationsService,
  { tenantId, way, address }: { tenantId: number | null; way: NotificationChannel; address: string },
): Promise<SendResult | null> {
  if (hasOwnAccount(await findSettings(database.prisma, tenantId), way)) return null;
  try {
    const counted = { purpose: `notification-${way}`, tenantId, address, now: now() } as const;
    await database.transaction((sql) => takeMessageRoom(sql, counted, environment.PARLEY_MESSAGE_LIMITS));
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
    const retryAfterMs = (error.extras.retry_after ?? 0) * 1000;
    return { outcome: 'later', provider: 'none', reason: 'limit_reached', retryAfterMs };
  }
}

/**
 * Settles a message and, if it was accepted, reports it to platform webhooks in the same transaction
 * (docs/reference/platform-events.md#events). Does nothing when another worker has the job by now.
 */
async function settleJob(service: NotificationsService, job: Job, settlement: Settlement): Promise<void> {
  const woken = await service.database.prismaTransaction(async ({ sql, prisma }) => {
    if (!(await saveSettlement(prisma, job, settlement))) return null;
    const event = acceptedEvent(job, settlement);
    return event ? appendPlatformEvents(sql, [event]) : [];
  });
  if (!woken) return;
  const { id, kind, way } = job;
  const { status } = settlement;
  wakeDeliveries(service.bus, woken);
  service.metrics.count(way, status);
  if (status !== 'failed' && status !== 'unknown') return;
  // A server's answer contains addresses: only the list shows it.
  service.logger.warn(
    'notification.undelivered',
    { notification_id: id, kind, way, status },
    'A notification was not delivered, or its outcome is unknown.',
  );
}
