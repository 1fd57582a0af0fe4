import type { AccountsService } from '../service.ts';
import { countableUntil, firstHour } from './tenant.rules.ts';
import { countNextHour } from './tenant-activity.store.ts';

/** Counts one hour of all tenants' messages; true when there may be more (docs/reference/console.md#tenants). */
export async function countTenantHours({ database, now }: AccountsService): Promise<boolean> {
  return countNextHour(database, firstHour(now()), countableUntil(now()));
}
