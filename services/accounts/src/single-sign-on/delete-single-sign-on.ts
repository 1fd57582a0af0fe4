import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { deleteSingleSignOn as contract } from '@parley/common/contracts/console/single-sign-on';
import { AppError } from '@parley/common/errors';
import { sessionChanged } from '@parley/common/hints';
import { lockTenant } from '@parley/database/transactions/lock-tenant';
import type { AccountsService } from '../service.ts';
import { deleteIssuer, endIssuerSessions, unlinkMembers } from './issuer.store.ts';

/** Ends its sessions on every gateway within 1 s. Errors: unknown_single_sign_on. */
export const deleteSingleSignOn = verb(contract, async ({ database, bus }: AccountsService, _input, context) => {
  const tenantId = tenantIdOf(context);
  const isDeleted = await database.prismaTransaction(async ({ prisma, sql }) => {
    await lockTenant(sql, tenantId);
    if (!(await deleteIssuer(prisma, tenantId))) return false;
    await endIssuerSessions(prisma, tenantId);
    await unlinkMembers(prisma, tenantId);
    return true;
  });
  if (!isDeleted) throw new AppError('unknown_single_sign_on');
  bus.publishHint(sessionChanged, { sessionId: null });
  return { ok: true };
});
