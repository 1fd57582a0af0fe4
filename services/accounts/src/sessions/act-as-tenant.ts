import { verb } from '@parley/bus/verb';
import { memberOf } from '@parley/common/call-context';
import { actAsTenant as contract } from '@parley/common/contracts/console/workspace';
import { sessionChanged } from '@parley/common/hints';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import type { AccountsService } from '../service.ts';
import { saveActingTenant } from './session.store.ts';

/** Sets the tenant as which the operator acts; null: none. Errors: unknown_tenant. */
export const actAsTenant = verb(contract, async ({ database, bus }: AccountsService, { slug }, context) => {
  const { sessionId } = memberOf(context);
  await saveActingTenant(database.prisma, sessionId, slug === null ? null : await tenantOfSlug(database, slug));
  bus.publishHint(sessionChanged, { sessionId });
  return { ok: true };
});
