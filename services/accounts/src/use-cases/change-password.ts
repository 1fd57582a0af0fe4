import { type CallContext, memberOf } from '@parley/common/call-context';
import type { changePassword as contract } from '@parley/common/contracts/console/my-account';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { sessionChanged } from '@parley/common/hints';
import type { AccountsService } from '../service.ts';
import { deleteLinksOfPerson, deleteSessionsOfPerson, savePerson } from '../storage/person-store.ts';
import { proveMe } from './prove-me.ts';

/**
 * Also ends the person's open links and all their sessions but this one. Errors: wrong_credentials, permission_denied,
 * rate_limited.
 */
export async function changePassword(
  service: AccountsService,
  { password, newPassword }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
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
}
