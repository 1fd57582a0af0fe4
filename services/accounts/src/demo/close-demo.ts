import { verb } from '@parley/bus/verb';
import { closeDemo as contract } from '@parley/common/contracts/internal/demo';
import type { AccountsService } from '../service.ts';
import { deleteDemo } from './demo.store.ts';

/** Frees the place of a workspace whose erasure is done. */
export const closeDemo = verb(contract, async ({ database: { prisma } }: AccountsService, { tenantId }) => {
  await deleteDemo(prisma, tenantId);
  return {};
});
