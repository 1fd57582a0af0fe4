import { type NewFact, writeFacts } from '@parley/messaging/notify/write-facts';
import type { NotificationsService } from '../service.ts';
import {
  findUnattended,
  findWatchedTenants,
  saveLookedUntil,
  type WaitingConversation,
  type WatchedTenant,
} from './planning.store.ts';

/** Older waits are no news. */
const LOOK_BACK_MS = 24 * 3_600_000;
const FIRST_LOOK_MS = 600_000;
const MAX_AT_ONCE = 5000;

/**
 * Finds customers who wait longer than their tenant's limit, each wait once (docs/reference/notifications.md#kinds).
 */
export async function sweepUnattended(service: NotificationsService): Promise<void> {
  for (const tenant of await findWatchedTenants(service.database)) await sweepTenant(service, tenant);
}

const toFact = (
  tenantId: number,
  { conversationId, channel, messageId, since }: WaitingConversation,
  happenedAt: Date,
): NewFact => ({
  tenantId,
  kind: 'unattended',
  subject: String(conversationId),
  period: messageId,
  data: { conversation_id: conversationId, channel, waiting_since: since.toISOString() },
  happenedAt,
});

async function sweepTenant(
  { database, now }: NotificationsService,
  { tenantId, minutes, until }: WatchedTenant,
): Promise<void> {
  const at = now();
  const to = new Date(at.getTime() - minutes * 60_000);
  const from = new Date(Math.max(until?.getTime() ?? to.getTime() - FIRST_LOOK_MS, to.getTime() - LOOK_BACK_MS));
  if (from >= to) return;
  const waiting = await findUnattended(database, { tenantId, from, to, count: MAX_AT_ONCE });
  const facts = waiting.map((one) => toFact(tenantId, one, at));
  await database.transaction(async (sql) => {
    await writeFacts(sql, facts);
    await saveLookedUntil(sql, tenantId, to);
  });
}
