import { verb } from '@parley/bus/verb';
import { signIn as contract } from '@parley/common/contracts/console/sign-in';
import { emailKeyOf } from '../members/member.rules.ts';
import { findAccounts } from '../people/person.store.ts';
import type { AccountsService } from '../service.ts';
import { enterAccount } from './attempt.steps.ts';
import { openSession } from './open-session.steps.ts';

/**
 * Signs a person in to the workspace that they used last (docs/reference/console.md#sign-in). Neither the answer nor
 * its duration reveals whether an address is known. Errors: wrong_credentials, second_factor_required, rate_limited.
 */
export const signIn = verb(contract, async (service: AccountsService, input, context) => {
  const accounts = await findAccounts(service.database.prisma, emailKeyOf(input.email));
  const member = await enterAccount(service, accounts, input, context);
  return { sessionToken: await openSession(service, 'sign-in', member, context) };
});
