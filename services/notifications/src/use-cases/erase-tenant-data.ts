import type { eraseTenantData as contracts } from '@parley/common/contracts/internal/erase-data';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { NotificationsService } from '../service.ts';
import { removeNotificationsOf } from '../storage/erase-store.ts';

type Contract = typeof contracts.notifications;

/** Erases a batch of a tenant's notifications, recipients and settings. */
export async function eraseTenantData(
  { database }: NotificationsService,
  { tenantId }: InputOf<Contract>,
): Promise<OutputOf<Contract>> {
  return { erased: await removeNotificationsOf(database, tenantId), cursor: null, waiting: 0 };
}
