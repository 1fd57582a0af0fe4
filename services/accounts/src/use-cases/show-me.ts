import { type CallContext, memberOf } from '@parley/common/call-context';
import { ROLE_PERMISSIONS } from '@parley/common/console-roles';
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
  const { role, sessionId, memberId, tenantId } = memberOf(context);
  const member = memberId === null ? null : await findSecrets(prisma, memberId);
  return {
    sessionId,
    role,
    permissions: [...ROLE_PERMISSIONS[role]],
    member: member && {
      id: member.memberId,
      email: member.email,
      name: member.name,
      language: member.language,
      hasSecondFactor: member.hasSecondFactor,
    },
    workspaces: member ? await findWorkspaces(prisma, member.personId) : [],
    tenant: tenantId === null ? null : await findWorkspace(prisma, tenantId),
  };
}
