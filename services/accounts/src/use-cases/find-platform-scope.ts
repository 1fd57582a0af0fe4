import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { AccountsService } from '../service.ts';

/** The owner of a platform webhook: a tenant, or without a slug the deployment. */
export interface PlatformScope {
  slug?: string | undefined;
}

/** The id of the tenant; null: the deployment. Errors: unknown_tenant. */
export async function findPlatformScope(
  { database }: AccountsService,
  { slug }: PlatformScope,
): Promise<number | null> {
  return slug === undefined ? null : tenantOfSlug(database, slug);
}
