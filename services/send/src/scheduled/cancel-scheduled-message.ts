import { verb } from '@parley/bus/verb';
import { cancelScheduledMessage as contract } from '@parley/common/contracts/operator/conversations';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { SendService } from '../service.ts';
import { requireCancelled } from './cancel-scheduled.steps.ts';

/** Cancels a scheduled message of a conversation. Errors: unknown_tenant, unknown_message, not_scheduled. */
export const cancelScheduledMessage = verb(contract, async (service: SendService, { slug, id, messageId }) => {
  const tenantId = await tenantOfSlug(service.database, slug);
  await requireCancelled(service, tenantId, messageId, ({ conversationId }) => conversationId === id);
  return { messageId, status: 'cancelled' };
});
