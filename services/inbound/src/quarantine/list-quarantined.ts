import { verb } from '@parley/bus/verb';
import { listQuarantined as contract } from '@parley/common/contracts/operator/quarantine';
import { defineCursor } from '@parley/database/statements/list-cursor';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { InboundService } from '../service.ts';
import { findQuarantinedPage } from './quarantine.store.ts';

const NEWEST_FIRST = defineCursor('quarantined', { id: 'int8' });

/** Newest first. Errors: unknown_tenant, invalid_cursor. */
export const listQuarantined = verb(
  contract,
  async ({ database }: InboundService, { slug, limit, cursor, channel }) => {
    const before = NEWEST_FIRST.read(cursor)?.id ?? null;
    const tenantId = await tenantOfSlug(database, slug);
    const found = await findQuarantinedPage(database, tenantId, { before, count: limit + 1, channel });
    return NEWEST_FIRST.pageOf(
      found,
      limit,
      (element) => element,
      ({ id }) => ({ id }),
    );
  },
);
