import type { CallContext } from '@parley/common/call-context';
import type { signIn as contract } from '@parley/common/contracts/console/sign-in';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { emailKeyOf } from '../domain/member.ts';
import type { AccountsService } from '../service.ts';
import { findAccounts } from '../storage/person-store.ts';
import { enterAccount } from './enter-account.ts';
import { openSession } from './open-session.ts';

/**
 * Signs a person in to the workspace that they used last (docs/reference/console.md#sign-in). Neither the answer nor
 * its duration reveals whether an address is known. Errors: wrong_credentials, second_factor_required, rate_limited.
 */
export async function signIn(
  service: AccountsService,
  input: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const accounts = await findAccounts(service.database.prisma, emailKeyOf(input.email));
  const member = await enterAccount(service, accounts, input, context);
  return { sessionToken: await openSession(service, 'sign-in', member, context) };
}
