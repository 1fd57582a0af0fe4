import { verb } from '@parley/bus/verb';
import { getNotificationSettings as contract } from '@parley/common/contracts/operator/recipients';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { NotificationsService } from '../service.ts';
import { toSettingsView } from './settings.rules.ts';
import { findSettings } from './settings.store.ts';

/** How a tenant's notifications are sent (docs/reference/notifications.md#own-accounts). Errors: unknown_tenant. */
export const getNotificationSettings = verb(contract, async ({ database, cipher }: NotificationsService, { slug }) => {
  const tenantId = await tenantOfSlug(database, slug);
  return toSettingsView(cipher, await findSettings(database.prisma, tenantId));
});
