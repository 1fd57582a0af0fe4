import type { discardQuarantined as contract } from '@parley/common/contracts/operator/quarantine';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { InboundService } from '../service.ts';
import { removeQuarantined } from '../storage/quarantine-store.ts';

/** Errors: unknown_tenant, unknown_quarantined. */
export async function discardQuarantined(
  { database }: InboundService,
  { slug, id }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  if (!(await removeQuarantined(database, await tenantOfSlug(database, slug), id)))
    throw new AppError('unknown_quarantined');
  return { id, discarded: true };
}
