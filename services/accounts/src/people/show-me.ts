import { verb } from '@parley/bus/verb';
import { memberOf } from '@parley/common/call-context';
import { me as contract } from '@parley/common/contracts/console/my-account';
import { mayDo, PERMISSIONS } from '@parley/common/workspace/console-roles';
import type { AccountsService } from '../service.ts';
import { findWorkspace } from '../tenants/tenant.store.ts';
import { findSecrets, findWorkspaces } from './person.store.ts';

/** The signed-in person and their permissions (docs/reference/console.md#your-account). */
export const showMe = verb(contract, async ({ database: { prisma } }: AccountsService, _input, context) => {
  const { roles, sessionId, memberId, tenantId, viaIssuer = false } = memberOf(context);
  const member = memberId === null ? null : await findSecrets(prisma, memberId);
  const tenant = tenantId === null ? null : await findWorkspace(prisma, tenantId);
  const all = member ? await findWorkspaces(prisma, member.personId) : [];
  return {
    sessionId,
    roles,
    permissions: PERMISSIONS.filter((permission) => mayDo(roles, permission)),
    member: member && {
      id: member.memberId,
      email: member.email,
      name: member.name,
      language: member.language,
      hasSecondFactor: member.hasSecondFactor,
    },
    // An issuer's session sees no other workspace of the person.
    workspaces: all.filter(({ slug }) => !viaIssuer || slug === tenant?.slug),
    tenant,
  };
});
