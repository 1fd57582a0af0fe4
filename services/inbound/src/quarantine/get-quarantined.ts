import { verb } from '@parley/bus/verb';
import { getQuarantined as contract } from '@parley/common/contracts/operator/quarantine';
import { AppError } from '@parley/common/errors';
import { boundText } from '@parley/common/text/clean-text';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { InboundService } from '../service.ts';
import { findQuarantined } from './quarantine.store.ts';

const MAX_SHOWN_LENGTH = 262_144;

/** An element with its content. Errors: unknown_tenant, unknown_quarantined. */
export const getQuarantined = verb(contract, async ({ database, cipher }: InboundService, { slug, id }) => {
  const element = await findQuarantined(database, cipher, await tenantOfSlug(database, slug), id);
  if (!element) throw new AppError('unknown_quarantined');
  const { view, payload } = element;
  return { ...view, payload: boundText(payload, MAX_SHOWN_LENGTH), payloadBytes: Buffer.byteLength(payload) };
});
