import type { CallContext } from '@parley/common/call-context';
import type { openOperatorSession as contract } from '@parley/common/contracts/internal/console-session';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { AccountsService } from '../service.ts';
import { deleteSessionsOfOtherTokens } from '../storage/session-store.ts';
import { openSession } from './open-session.ts';

/** Opens a session of the operator; those that another admin token opened end. */
export async function openOperatorSession(
  service: AccountsService,
  input: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const adminTokenHash = Buffer.from(input.adminTokenHash, 'hex');
  await deleteSessionsOfOtherTokens(service.database.prisma, adminTokenHash);
  return { sessionToken: await openSession(service, 'sign-in-as-operator', { adminTokenHash }, context) };
}
