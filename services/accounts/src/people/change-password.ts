import { verb } from '@parley/bus/verb';
import { memberOf } from '@parley/common/call-context';
import { changePassword as contract } from '@parley/common/contracts/console/my-account';
import { sessionChanged } from '@parley/common/hints';
import type { AccountsService } from '../service.ts';
import { proveMe } from './me.steps.ts';
import { deleteLinksOfPerson, deleteSessionsOfPerson, savePerson } from './person.store.ts';

/**
 * Also ends the person's open links and all their sessions but this one. Errors: wrong_credentials, permission_denied,
 * rate_limited.
 */
export const changePassword = verb(contract, async (service: AccountsService, { password, newPassword }, context) => {
  const { database, bus, passwords } = service;
  const { personId, passwordHash: before } = await proveMe(service, password, context);
  const passwordHash = await passwords.hash(newPassword, before);
  await database.prismaTransaction(async ({ prisma }) => {
    await savePerson(prisma, personId, { passwordHash });
    await deleteLinksOfPerson(prisma, personId);
    await deleteSessionsOfPerson(prisma, personId, memberOf(context).sessionId);
  });
  bus.publishHint(sessionChanged, { sessionId: null });
  return { ok: true };
});
