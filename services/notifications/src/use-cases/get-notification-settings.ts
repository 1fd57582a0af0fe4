import type { getNotificationSettings as contract } from '@parley/common/contracts/operator/recipients';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { makeTenantOf } from '@parley/database/tenant-of-slug';
import { toSettingsView } from '../domain/notification-settings.ts';
import type { NotificationsService } from '../service.ts';
import { findSettings } from '../storage/settings-store.ts';

/** How a tenant's notifications are sent (docs/reference/notifications.md#own-accounts). Errors: unknown_tenant. */
export async function getNotificationSettings(
  { database, cipher }: NotificationsService,
  { slug }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const tenantId = await makeTenantOf(database)(slug);
  return toSettingsView(cipher, await findSettings(database.prisma, tenantId));
}
