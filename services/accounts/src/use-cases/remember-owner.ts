import { type CallContext, visitorOf } from '@parley/common/call-context';
import { emailKeyOf, type Member, ownsAddress } from '../domain/member.ts';
import type { AccountsService } from '../service.ts';
import { findAccounts } from '../storage/person-store.ts';
import { rememberPlace } from './remember-place.ts';

/**
 * Remembers the browser of a member who came by a link and owns the address, so that a stranger's wrong passwords never
 * delay them there.
 */
export async function rememberOwner(
  service: AccountsService,
  { email, memberId }: Pick<Member, 'email' | 'memberId'>,
  context: CallContext,
): Promise<void> {
  const emailKey = emailKeyOf(email);
  const accounts = await findAccounts(service.database.prisma, emailKey);
  const isOwner = accounts.some(
    (own) => ownsAddress(own, accounts) && (accounts.length === 1 || own.memberId === memberId),
  );
  if (isOwner) await rememberPlace(service, emailKey, visitorOf(context));
}
