import { verb } from '@parley/bus/verb';
import { tenantIdOf } from '@parley/common/call-context';
import { listInvitations as contract } from '@parley/common/contracts/console/members';
import { pageOf, readCursor } from '@parley/database/statements/list-cursor';
import type { AccountsService } from '../service.ts';
import { findInvitationsAfter } from '../sign-in/link.store.ts';
import { toInvitationView } from './member.rules.ts';

/** Oldest first. Errors: invalid_cursor. */
export const listInvitations = verb(
  contract,
  async ({ database, now }: AccountsService, { limit, cursor }, context) => {
    const page = { count: limit + 1, now: now() };
    const rows = await findInvitationsAfter(database.prisma, tenantIdOf(context), readCursor(cursor), page);
    return pageOf(rows, limit, toInvitationView);
  },
);
