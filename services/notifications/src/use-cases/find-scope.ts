import { makeTenantOf } from '@parley/database/tenant-of-slug';
import type { NotificationsService } from '../service.ts';

/** The tenant that an input names; null: the deployment. Errors: unknown_tenant. */
export async function findScope(
  { database }: NotificationsService,
  { slug }: { slug?: string | undefined },
): Promise<number | null> {
  return slug === undefined ? null : makeTenantOf(database)(slug);
}
