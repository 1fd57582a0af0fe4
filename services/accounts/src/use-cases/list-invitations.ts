import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { listInvitations as contract } from '@parley/common/contracts/console/members';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import { toInvitationView } from '../domain/member.ts';
import type { AccountsService } from '../service.ts';
import { findInvitationsAfter } from '../storage/link-store.ts';

/** Oldest first. Errors: invalid_cursor. */
export async function listInvitations(
  { database, now }: AccountsService,
  { limit, cursor }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const page = { count: limit + 1, now: now() };
  const rows = await findInvitationsAfter(database.prisma, tenantIdOf(context), readCursor(cursor), page);
  return pageOf(rows, limit, toInvitationView);
}
