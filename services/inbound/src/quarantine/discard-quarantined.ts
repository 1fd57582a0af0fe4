import { verb } from '@parley/bus/verb';
import { discardQuarantined as contract } from '@parley/common/contracts/operator/quarantine';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { InboundService } from '../service.ts';
import { removeQuarantined } from './quarantine.store.ts';

/** Errors: unknown_tenant, unknown_quarantined. */
export const discardQuarantined = verb(contract, async ({ database }: InboundService, { slug, id }) => {
  if (!(await removeQuarantined(database, await tenantOfSlug(database, slug), id)))
    throw new AppError('unknown_quarantined');
  return { id, discarded: true };
});
