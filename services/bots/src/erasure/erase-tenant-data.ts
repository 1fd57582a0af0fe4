import { verb } from '@parley/bus/verb';
import { eraseTenantData as contracts } from '@parley/common/contracts/internal/erase-data';
import type { BotsRecords } from '../records.ts';
import { removeBotsOf } from './erase.store.ts';

/** Erases a batch of a tenant's knowledge, turns and usage, finally its bots and keys. */
export const eraseTenantData = verb(contracts.bots, async ({ database }: BotsRecords, { tenantId }) => {
  const erased = await database.prismaTransaction((transaction) => removeBotsOf(transaction, tenantId));
  return { erased, cursor: null, waiting: 0 };
});
