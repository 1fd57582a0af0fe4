import type { FoundInvitation } from '../domain/link.ts';
import { emailKeyOf, type MemberSecrets } from '../domain/member.ts';
import type { AccountsService } from '../service.ts';
import { findAccounts } from '../storage/person-store.ts';

/**
 * The person who has confirmed the address, for an invitation that was mailed to it. A link that was handed over proves
 * nothing: its holder does not learn whether somebody has the address, and we do not learn that it is theirs.
 */
export async function findInvitedOwner(
  { database }: AccountsService,
  { email, isMailed }: FoundInvitation,
): Promise<MemberSecrets | null> {
  const accounts = isMailed ? await findAccounts(database.prisma, emailKeyOf(email)) : [];
  return accounts.find(({ isConfirmed }) => isConfirmed) ?? null;
}
