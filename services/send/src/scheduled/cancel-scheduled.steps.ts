import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { AppError } from '@parley/common/errors';
import { lockTenant } from '@parley/database/transactions/lock-tenant';
import { failOpenSend } from '@parley/messaging/messages/settle-late';
import { findMessage, type MessageRecord } from '../sends/message.store.ts';
import { retryTransaction } from '../sends/transaction.store.ts';
import type { SendService } from '../service.ts';
import { findScheduledOf, takeScheduled } from './scheduled.store.ts';
import { CANCELLED, CANCELLED_CODE } from './scheduled-send.rules.ts';

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

const BATCH = 50;

/**
 * Cancels a batch of a tenant's scheduled messages before they are erased, in these conversations or all when null, so
 * that their credit is refunded and none leaves. Returns whether there were any.
 */
export async function cancelScheduledOf(
  service: SendService,
  tenantId: number,
  conversationIds: number[] | null,
): Promise<boolean> {
  const messageIds = await findScheduledOf(service.rawDatabase, tenantId, conversationIds, BATCH);
  for (const messageId of messageIds) await cancelScheduled(service, tenantId, messageId);
  return messageIds.length > 0;
}

/**
 * Cancels a scheduled message of the tenant that the caller may see. A repeat succeeds: the first answer may have been
 * lost. Errors: unknown_message, not_scheduled.
 */
export async function requireCancelled(
  service: SendService,
  tenantId: number,
  messageId: string,
  maySee: (message: MessageRecord) => boolean,
): Promise<void> {
  const isCancelled = async (): Promise<boolean> => {
    const message = await findMessage(service.database, tenantId, messageId);
    if (!message || !maySee(message)) throw new AppError('unknown_message');
    return message.error?.code === CANCELLED_CODE;
  };
  if ((await isCancelled()) || (await cancelScheduled(service, tenantId, messageId))) return;
  // Another request may have cancelled it in between.
  if (!(await isCancelled())) throw new AppError('not_scheduled');
}
