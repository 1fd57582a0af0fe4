import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { lockTenant } from '@parley/database/lock-tenant';
import { failOpenSend } from '@parley/messaging/settle-late';
import { CANCELLED } from '../domain/send-failure.ts';
import type { SendService } from '../service.ts';
import { retryTransaction } from '../storage/retry-transaction.ts';
import { takeScheduled } from '../storage/scheduled-store.ts';

/**
 * Ends a scheduled message before it leaves: it fails as cancelled, its credit is refunded, and message.status reports
 * it. Returns false when it has left, or is cancelled: the transaction that removes it from its queue decides.
 */
export async function cancelScheduled(
  { rawDatabase, bus, now }: Pick<SendService, 'rawDatabase' | 'bus' | 'now'>,
  tenantId: number,
  messageId: string,
): Promise<boolean> {
  const at = now();
  const woken = await retryTransaction(rawDatabase, async (sql) => {
    // Before the messages, as every credit movement does.
    const tenant = await lockTenant(sql, tenantId);
    if (!(await takeScheduled(sql, tenantId, messageId))) return null;
    return failOpenSend(sql, { tenant, messageId, providerMessageId: null, at, ...CANCELLED, isScheduled: true });
  });
  if (woken) wakeDeliveries(bus, woken);
  return woken !== null;
}
