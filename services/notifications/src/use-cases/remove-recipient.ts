import type { tenantRecipients } from '@parley/common/contracts/operator/recipients';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { Scoped } from '../domain/recipient.ts';
import type { NotificationsService } from '../service.ts';
import { deleteRecipient } from '../storage/recipient-store.ts';
import { findScope } from './find-scope.ts';

/** Removes a recipient (docs/reference/notifications.md#recipients). Errors: unknown_tenant, unknown_recipient. */
export async function removeRecipient(
  service: NotificationsService,
  input: Scoped<InputOf<typeof tenantRecipients.remove>>,
): Promise<OutputOf<typeof tenantRecipients.remove>> {
  const tenantId = await findScope(service, input);
  if (!(await deleteRecipient(service.database.prisma, tenantId, input.id))) throw new AppError('unknown_recipient');
  return { deleted: true };
}
