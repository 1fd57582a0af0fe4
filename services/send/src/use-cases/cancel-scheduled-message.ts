import type { cancelScheduledMessage as contract } from '@parley/common/contracts/operator/conversations';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { SendService } from '../service.ts';
import { requireCancelled } from './require-cancelled.ts';

/** Cancels a scheduled message of a conversation. Errors: unknown_tenant, unknown_message, not_scheduled. */
export async function cancelScheduledMessage(
  service: SendService,
  { slug, id, messageId }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const tenantId = await tenantOfSlug(service.database, slug);
  await requireCancelled(service, tenantId, messageId, ({ conversationId }) => conversationId === id);
  return { messageId, status: 'cancelled' };
}
