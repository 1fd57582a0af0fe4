import { verb } from '@parley/bus/verb';
import { addMoveInKeys as contract } from '@parley/common/contracts/operator/move-in';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { PairingRecords } from '../records.ts';
import { moveInStateOf, notInState } from './move-in.rules.ts';
import { lockMoveIn, storeMovedKeys } from './move-in.store.ts';

/** Stores keys of a device that is copied, encrypted. Errors: unknown_tenant, unknown_move_in. */
export const addMoveInKeys = verb(contract, async ({ database, cipher }: PairingRecords, { slug, accountId, keys }) => {
  const tenantId = await tenantOfSlug(database, slug);
  return database.prismaTransaction(async (transaction) => {
    const moved = await lockMoveIn(transaction, tenantId, accountId);
    if (!moved) throw new AppError('unknown_move_in');
    const state = moveInStateOf(moved.state);
    if (state !== 'copying') throw notInState(state);
    await storeMovedKeys(transaction.sql, cipher, moved.id, keys);
    return { accountId, stored: keys.length };
  });
});
