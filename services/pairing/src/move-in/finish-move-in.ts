import { verb } from '@parley/bus/verb';
import { finishMoveIn as contract } from '@parley/common/contracts/operator/move-in';
import { AppError, invalidField } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { PairingRecords } from '../records.ts';
import { jidOfCreds, moveInStateOf, notInState, showMoveIn } from './move-in.rules.ts';
import { countMovedKeys, endCopy, lockMoveIn, readMovedCreds } from './move-in.store.ts';

/** Ends the copy of a device that has all of its keys. Errors: unknown_tenant, unknown_move_in. */
export const finishMoveIn = verb(
  contract,
  async ({ database, cipher, now }: PairingRecords, { slug, accountId, keys }) => {
    const tenantId = await tenantOfSlug(database, slug);
    return database.prismaTransaction(async (transaction) => {
      const { prisma } = transaction;
      const moved = await lockMoveIn(transaction, tenantId, accountId);
      if (!moved) throw new AppError('unknown_move_in');
      const state = moveInStateOf(moved.state);
      if (state !== 'copying' && state !== 'waiting') throw notInState(state);
      const stored = await countMovedKeys(prisma, moved.id);
      if (stored !== keys)
        throw invalidField('keys', `${stored} of ${keys} keys have arrived: begin the copy of this device again.`);
      const creds = await readMovedCreds(prisma, cipher, moved.id);
      if (creds === null || jidOfCreds(creds) !== moved.jid)
        throw invalidField(
          'keys',
          `The credentials are not those of ${moved.jid}: begin the copy of this device again.`,
        );
      if (state === 'copying') await endCopy(prisma, moved.id, now());
      return showMoveIn((await lockMoveIn(transaction, tenantId, accountId)) ?? moved);
    });
  },
);
