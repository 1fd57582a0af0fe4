import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { PairingRecords } from '../records.ts';
import type { MovedIn } from './move-in.rules.ts';
import { findMoveIn } from './move-in.store.ts';

/** The moved device that a call names. Errors: unknown_tenant, unknown_move_in. */
export async function findNamedMoveIn(
  { database }: Pick<PairingRecords, 'database'>,
  { slug, accountId }: { slug: string; accountId: number },
): Promise<MovedIn> {
  const found = await findMoveIn(database.prisma, await tenantOfSlug(database, slug), accountId);
  if (!found) throw new AppError('unknown_move_in');
  return found;
}
