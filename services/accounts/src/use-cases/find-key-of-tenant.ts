import type { findKeyOfTenant as contract } from '@parley/common/contracts/internal/console-session';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { AccountsService } from '../service.ts';
import { findOldestKey } from '../storage/key-store.ts';

/** The key that member calls of the customer API use. */
export async function findKeyOfTenant(
  { database }: AccountsService,
  { tenantId }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  return { instanceId: await findOldestKey(database.prisma, tenantId) };
}
