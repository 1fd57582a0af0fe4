import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { claimPaymentChecks, keepPayment, type PaymentCheck } from '@parley/messaging/accounts/payment';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import { openWa } from '../connecting/credentials.rules.ts';
import type { ChannelConnectService } from '../service.ts';
import { channelHealth } from './account.rules.ts';
import { findNumberHealth } from './account.store.ts';
import { type ActivityFacts, decidePayment } from './health.rules.ts';
import { readActivity } from './health.store.ts';

const BATCH = 5;
const EVERY_MS = 15 * 60_000;

/** The answer of Meta about the payment method; null: it does not say, or not now. */
async function askPayment({ graph, cipher }: ChannelConnectService, { wabaId, credentials }: PaymentCheck) {
  if (wabaId === null) return null;
  try {
    const asked = await graph.hasPaymentMethod(wabaId, openWa(cipher, credentials));
    return asked.ok ? asked.value : null;
  } catch {
    // Sends report the error of a token that cannot be decrypted.
    return null;
  }
}

async function check(
  service: ChannelConnectService,
  number: PaymentCheck,
  activity: ActivityFacts | null,
): Promise<void> {
  const { database, bus, now } = service;
  const { id, tenantId, paymentMissingSince: missingSince } = number;
  const hasPayment = await askPayment(service, number);
  const isMissing = decidePayment({ hasPayment, activity, missingSince });
  if (isMissing === null || isMissing === (missingSince !== null)) return;
  const at = now();
  const woken = await database.prismaTransaction(async ({ prisma, sql }) => {
    if (!(await keepPayment(prisma, { id, tenantId, at, isMissing }))) return [];
    return appendEvents(sql, [channelHealth(await findNumberHealth(prisma, { id, tenantId }), at, at)]);
  });
  wakeDeliveries(bus, woken);
}

/**
 * Checks whether the business accounts of wa numbers can pay, by Meta's answer and by their messages, and reports a change
 * with `channel.health` (docs/reference/wa.md#health-and-payment). True when more may be due. A number that could not be
 * checked is taken again later.
 */
export async function checkPayments(service: ChannelConnectService): Promise<boolean> {
  const now = service.now();
  const until = new Date(now.getTime() + EVERY_MS);
  const due = await claimPaymentChecks(service.database, { now, until, count: BATCH });
  // Once for all numbers of a tenant.
  const tenantIds = [...new Set(due.map(({ tenantId }) => tenantId))];
  const activities = await Promise.all(tenantIds.map((tenantId) => readActivity(service.database, tenantId)));
  const activityOf = new Map(activities.flatMap((activity) => [...activity]));
  await Promise.all(due.map((number) => check(service, number, activityOf.get(number.id) ?? null)));
  return due.length === BATCH;
}
