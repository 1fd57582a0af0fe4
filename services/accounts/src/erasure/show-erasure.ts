import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { showErasure as contract } from '@parley/common/contracts/console/show-erasure';
import { AppError } from '@parley/common/errors';
import type { AccountsService } from '../service.ts';
import { toReceipt } from './erasure.rules.ts';
import { findErasureOfTenant } from './erasure.store.ts';

/** Errors: unknown_erasure. */
export const showErasure = verb(contract, async ({ database }: AccountsService, { id }, context) => {
  const erasure = await findErasureOfTenant(database.prisma, tenantIdOf(context), id);
  if (!erasure) throw new AppError('unknown_erasure');
  return toReceipt(erasure);
});
