import { countableUntil, firstHour } from '../domain/tenant-hours.ts';
import type { AccountsService } from '../service.ts';
import { countNextHour } from '../storage/tenant-hour-store.ts';

/** Counts one hour of all tenants' messages; true when there may be more (docs/reference/console.md#tenants). */
export async function countTenantHours({ database, now }: AccountsService): Promise<boolean> {
  return countNextHour(database, firstHour(now()), countableUntil(now()));
}
