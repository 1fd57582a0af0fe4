import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { listMembers as contract } from '@parley/common/contracts/console/members';
import { pageOf, readCursor } from '@parley/database/statements/list-cursor';
import type { AccountsService } from '../service.ts';
import { toMemberView } from './member.rules.ts';
import { findMembersAfter } from './member.store.ts';

/** Oldest first. Errors: invalid_cursor. */
export const listMembers = verb(contract, async ({ database }: AccountsService, { limit, cursor }, context) => {
  const members = await findMembersAfter(database.prisma, tenantIdOf(context), readCursor(cursor), limit + 1);
  return pageOf(members, limit, toMemberView);
});
