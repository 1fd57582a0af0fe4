import { verb } from '@parley/bus/verb';
import { openOperatorSession as contract } from '@parley/common/contracts/internal/console-session';
import type { AccountsService } from '../service.ts';
import { openSession } from '../sign-in/open-session.steps.ts';
import { deleteSessionsOfOtherTokens } from './session.store.ts';

/** Opens a session of the operator; those that another admin token opened end. */
export const openOperatorSession = verb(contract, async (service: AccountsService, input, context) => {
  const adminTokenHash = Buffer.from(input.adminTokenHash, 'hex');
  await deleteSessionsOfOtherTokens(service.database.prisma, adminTokenHash);
  return { sessionToken: await openSession(service, 'sign-in-as-operator', { adminTokenHash }, context) };
});
