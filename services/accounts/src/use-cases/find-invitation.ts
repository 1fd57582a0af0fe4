import { AppError } from '@parley/common/errors';
import { hashToken } from '../domain/one-time-token.ts';
import type { FoundInvitation, LinkRows } from './follow-links.ts';

/**
 * Finds the invitation of a link, if its workspace is active (docs/reference/console.md#inactive-workspaces). Errors:
 * unknown_link, tenant_inactive.
 */
export async function findInvitation(
  links: Pick<LinkRows, 'findInvitation'>,
  token: string,
  now: Date,
): Promise<FoundInvitation> {
  const found = await links.findInvitation(hashToken(token), now);
  if (!found) throw new AppError('unknown_link');
  if (!found.isTenantActive) throw new AppError('tenant_inactive');
  return found;
}
