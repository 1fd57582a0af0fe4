import type { tenantRecipients } from '@parley/common/contracts/operator/recipients';
import type { InputOf, OutputOf, Scoped } from '@parley/common/define-contract';
import { pageOf, readCursor } from '@parley/database/statements/list-cursor';
import { tenantOrDeployment } from '@parley/database/tenant-of-slug';
import type { NotificationsService } from '../service.ts';
import { toRecipientView } from './recipient.rules.ts';
import { listRecipientsAfter } from './recipient.store.ts';

/** Lists recipients, oldest first (docs/reference/notifications.md#recipients). Errors: unknown_tenant, invalid_cursor. */
export async function listRecipients(
  service: NotificationsService,
  input: Scoped<InputOf<typeof tenantRecipients.list>>,
): Promise<OutputOf<typeof tenantRecipients.list>> {
  const tenantId = await tenantOrDeployment(service.database, input);
  const { limit, cursor } = input;
  const rows = await listRecipientsAfter(service.database.prisma, tenantId, readCursor(cursor), limit + 1);
  return pageOf(rows, limit, toRecipientView);
}
