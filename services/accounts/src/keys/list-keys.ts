import { verb } from '@parley/bus/verb';
import { listKeys as contract } from '@parley/common/contracts/operator/keys';
import { pageOf, readCursor } from '@parley/database/statements/list-cursor';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { AccountsService } from '../service.ts';
import { toListedKey } from './key.rules.ts';
import { findKeysAfter, findUseOfKeys } from './key.store.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Oldest first, with usage; includes revoked ones with the time of revocation. Errors: unknown_tenant, invalid_cursor.
 */
export const listKeys = verb(contract, async ({ database, now }: AccountsService, { slug, limit, cursor }) => {
  const after = readCursor(cursor);
  const tenantId = await tenantOfSlug(database, slug);
  const keys = await findKeysAfter(database.prisma, tenantId, after, limit + 1);
  const instanceIds = keys.map(({ instanceId }) => instanceId);
  const use = await findUseOfKeys(database, { tenantId, instanceIds, since: new Date(now().getTime() - DAY_MS) });
  return pageOf(keys, limit, (key) => toListedKey(key, use.get(key.instanceId)));
});
