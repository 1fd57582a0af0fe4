import { type CallContext, visitorOf } from '@parley/common/call-context';
import { AppError } from '@parley/common/errors';
import { emailKeyOf, type MemberSecrets, ownsAddress } from '../domain/member.ts';
import type { AccountsService } from '../service.ts';
import { findAccounts } from '../storage/person-store.ts';
import { beginTry } from './begin-try.ts';
import { noteSuccess } from './note-success.ts';

/** Checks a secret of a signed-in member, with the limits of a sign-in. Errors: `refusal`, rate_limited. */
export async function proveSecret(
  service: AccountsService,
  member: MemberSecrets,
  { check, refusal }: { check(): Promise<boolean>; refusal: 'wrong_credentials' | 'second_factor_required' },
  context: CallContext,
): Promise<void> {
  const emailKey = emailKeyOf(member.email);
  await beginTry(service, emailKey, visitorOf(context));
  if (!(await check())) throw new AppError(refusal);
  const isOwner = ownsAddress(member, await findAccounts(service.database.prisma, emailKey));
  await noteSuccess(service, emailKey, visitorOf(context), { isOwner });
}
