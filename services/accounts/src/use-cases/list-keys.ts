import type { listKeys as contract } from '@parley/common/contracts/operator/keys';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { toListedKey } from '../domain/key.ts';
import type { AccountsService } from '../service.ts';
import { findKeysAfter } from '../storage/key-store.ts';
import { findUseOfKeys } from '../storage/key-use-store.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Oldest first, with usage; includes revoked ones with the time of revocation. Errors: unknown_tenant, invalid_cursor.
 */
export async function listKeys(
  { database, now }: AccountsService,
  { slug, limit, cursor }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const after = readCursor(cursor);
  const tenantId = await tenantOfSlug(database, slug);
  const keys = await findKeysAfter(database.prisma, tenantId, after, limit + 1);
  const instanceIds = keys.map(({ instanceId }) => instanceId);
  const use = await findUseOfKeys(database, { tenantId, instanceIds, since: new Date(now().getTime() - DAY_MS) });
  return pageOf(keys, limit, (key) => toListedKey(key, use.get(key.instanceId)));
}
