import { type CallContext, memberOf } from '@parley/common/call-context';
import { mayDo, PERMISSIONS } from '@parley/common/console-roles';
import type { me as contract } from '@parley/common/contracts/console/my-account';
import type { OutputOf } from '@parley/common/define-contract';
import type { AccountsService } from '../service.ts';
import { findSecrets, findWorkspaces } from '../storage/person-store.ts';
import { findWorkspace } from '../storage/tenant-store.ts';

/** The signed-in person and their permissions (docs/reference/console.md#your-account). */
export async function showMe(
  { database: { prisma } }: AccountsService,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
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
}
