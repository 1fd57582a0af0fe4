import { verb } from '@parley/bus/verb';
import { findKeyOfTenant as contract } from '@parley/common/contracts/internal/console-session';
import type { AccountsService } from '../service.ts';
import { findOldestKey } from './key.store.ts';

/** The key that member calls of the customer API use. */
export const findKeyOfTenant = verb(contract, async ({ database }: AccountsService, { tenantId }) => {
  return { instanceId: await findOldestKey(database.prisma, tenantId) };
});
