import { verb } from '@parley/bus/verb';
import { listMoveIns as contract } from '@parley/common/contracts/operator/move-in';
import { defineCursor } from '@parley/database/statements/list-cursor';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { PairingRecords } from '../records.ts';
import { showMoveIn } from './move-in.rules.ts';
import { listMovedIn } from './move-in.store.ts';

const BY_ID = defineCursor('move-ins', { id: 'int4' });
const START = { id: 2_147_483_647 };

/** Linked devices of a tenant that came from another system, newest first. Errors: unknown_tenant, invalid_cursor. */
export const listMoveIns = verb(
  contract,
  async ({ database }: Pick<PairingRecords, 'database'>, { slug, limit, cursor }) => {
    const tenantId = await tenantOfSlug(database, slug);
    const { id: after } = BY_ID.read(cursor) ?? START;
    const found = await listMovedIn(database.prisma, tenantId, { after, count: limit + 1 });
    return BY_ID.pageOf(found, limit, showMoveIn, ({ id }) => ({ id }));
  },
);
