import { type CallContext, tenantIdOf } from '@parley/common/call-context';
import type { listMembers as contract } from '@parley/common/contracts/console/members';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import { toMemberView } from '../domain/member.ts';
import type { AccountsService } from '../service.ts';
import { findMembersAfter } from '../storage/member-store.ts';

/** Oldest first. Errors: invalid_cursor. */
export async function listMembers(
  { database }: AccountsService,
  { limit, cursor }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const members = await findMembersAfter(database.prisma, tenantIdOf(context), readCursor(cursor), limit + 1);
  return pageOf(members, limit, toMemberView);
}
