import { verb } from '@parley/bus/verb';
import { getErasure as contract } from '@parley/common/contracts/operator/erasures';
import { AppError } from '@parley/common/errors';
import type { AccountsService } from '../service.ts';
import { toReceipt } from './erasure.rules.ts';
import { findErasure } from './erasure.store.ts';

/** Errors: unknown_erasure. */
export const getErasure = verb(contract, async ({ database }: AccountsService, { id }) => {
  const erasure = await findErasure(database.prisma, id);
  if (!erasure) throw new AppError('unknown_erasure');
  return toReceipt(erasure);
});
