import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { lockTenant } from '@parley/database/transactions/lock-tenant';
import { failOpenSend } from '@parley/messaging/messages/settle-late';
import { retryTransaction } from '../sends/transaction.store.ts';
import type { SendService } from '../service.ts';
import { type Cancellation, endCancellation, findCancellation, takeScheduledOfKey } from './scheduled.store.ts';
import { CANCELLED } from './scheduled-send.rules.ts';

/** Messages of one transaction: other credit movements of the tenant wait for it. */
const BATCH = 25;
/** Longer than a send that was accepted, or postponed, around the revocation may take to be stored. */
const SETTLED_AFTER_MS = 10 * 60_000;

type Part = Pick<SendService, 'rawDatabase' | 'bus' | 'now'>;

/** Cancels a batch of a key's messages; returns whether there were any. */
async function cancelBatch({ rawDatabase, bus, now }: Part, { instanceId, tenantId }: Cancellation): Promise<boolean> {
  const at = now();
  const { messageIds, woken } = await retryTransaction(rawDatabase, async (sql) => {
    // Before the messages, as every credit movement does.
    const tenant = await lockTenant(sql, tenantId);
    const messageIds = await takeScheduledOfKey(sql, instanceId, BATCH);
    const woken: string[] = [];
    for (const messageId of messageIds)
      woken.push(
        ...(await failOpenSend(sql, {
          tenant,
          messageId,
          providerMessageId: null,
          at,
          ...CANCELLED,
          isScheduled: true,
        })),
      );
    return { messageIds, woken };
  });
  if (woken.length > 0) wakeDeliveries(bus, [...new Set(woken)]);
  return messageIds.length > 0;
}

/**
 * Cancels the scheduled messages of keys that were revoked with `cancel_scheduled` (docs/reference/sends.md#who-scheduled-it):
 * a batch of one key, then one of the next. Each batch is a transaction of its own, and the request is stored until
 * nothing is left, so a process that dies repeats nothing and loses nothing.
 */
export function makeCancelOfRevokedKeys(service: Part): () => Promise<boolean> {
  let after = '';
  /** Whether this round through the keys has cancelled anything. */
  let hasWorked = false;
  return async () => {
    const next = await findCancellation(service.rawDatabase, after);
    if (!next) return false;
    const isNewRound = next.instanceId <= after;
    const mayRest = isNewRound && !hasWorked;
    if (isNewRound) hasWorked = false;
    after = next.instanceId;
    const hasCancelled = await cancelBatch(service, next);
    const settledBefore = new Date(service.now().getTime() - SETTLED_AFTER_MS);
    hasWorked ||= hasCancelled;
    if (!hasCancelled) await endCancellation(service.rawDatabase, next.instanceId, settledBefore);
    return hasCancelled || !mayRest;
  };
}
