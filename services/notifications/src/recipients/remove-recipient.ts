import type { tenantRecipients } from '@parley/common/contracts/operator/recipients';
import type { InputOf, OutputOf, Scoped } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { tenantOrDeployment } from '@parley/database/tenant-of-slug';
import type { NotificationsService } from '../service.ts';
import { deleteRecipient } from './recipient.store.ts';

/** Removes a recipient (docs/reference/notifications.md#recipients). Errors: unknown_tenant, unknown_recipient. */
export async function removeRecipient(
  service: NotificationsService,
  input: Scoped<InputOf<typeof tenantRecipients.remove>>,
): Promise<OutputOf<typeof tenantRecipients.remove>> {
  const tenantId = await tenantOrDeployment(service.database, input);
  if (!(await deleteRecipient(service.database.prisma, tenantId, input.id))) throw new AppError('unknown_recipient');
  return { deleted: true };
}
