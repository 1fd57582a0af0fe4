import type { SendService } from '../service.ts';
import { findScheduledOf } from '../storage/scheduled-store.ts';
import { cancelScheduled } from './cancel-scheduled.ts';

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
