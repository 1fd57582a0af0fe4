import { AppError } from '@parley/common/errors';
import type { FoundInvitation } from '../domain/link.ts';
import { hashToken } from '../domain/one-time-token.ts';
import type { AccountsService } from '../service.ts';
import { findInvitationOfToken } from '../storage/link-store.ts';

/**
 * Finds the invitation of a link, if its workspace is active (docs/reference/console.md#inactive-workspaces). Errors:
 * unknown_link, tenant_inactive.
 */
export async function findInvitation({ database, now }: AccountsService, token: string): Promise<FoundInvitation> {
  const found = await findInvitationOfToken(database.prisma, hashToken(token), now());
  if (!found) throw new AppError('unknown_link');
  if (!found.isTenantActive) throw new AppError('tenant_inactive');
  return found;
}
