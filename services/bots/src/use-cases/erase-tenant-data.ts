import type { eraseTenantData as contracts } from '@parley/common/contracts/internal/erase-data';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { BotsRecords } from '../records.ts';
import { removeBotsOf } from '../storage/erase-store.ts';

type Contract = typeof contracts.bots;

/** Erases a batch of a tenant's knowledge, turns and usage, finally its bots and keys. */
export async function eraseTenantData(
  { database }: BotsRecords,
  { tenantId }: InputOf<Contract>,
): Promise<OutputOf<Contract>> {
  const erased = await database.prismaTransaction((transaction) => removeBotsOf(transaction, tenantId));
  return { erased, cursor: null, waiting: 0 };
}
