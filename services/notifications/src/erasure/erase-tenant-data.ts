import { verb } from '@parley/bus/verb';
import { eraseTenantData as contracts } from '@parley/common/contracts/internal/erase-data';
import type { NotificationsService } from '../service.ts';
import { removeNotificationsOf } from './erase.store.ts';

/** Erases a batch of a tenant's notifications, recipients and settings. */
export const eraseTenantData = verb(
  contracts.notifications,
  async ({ database }: NotificationsService, { tenantId }) => {
    return { erased: await removeNotificationsOf(database, tenantId), cursor: null, waiting: 0 };
  },
);
