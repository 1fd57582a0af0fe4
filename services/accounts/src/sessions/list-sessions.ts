import { verb } from '@parley/bus/verb';
import { memberOf } from '@parley/common/call-context';
import { listSessions as contract } from '@parley/common/contracts/console/my-account';
import type { AccountsService } from '../service.ts';
import { isOver } from './session.rules.ts';
import { findSessions } from './session.store.ts';

/** Maximum sessions in a list; only a person who signs in over and over has more. */
const SHOWN_MAX = 100;

/** The caller's sessions in all of their workspaces, newest first. */
export const listSessions = verb(contract, async ({ database, now }: AccountsService, _input, context) => {
  const caller = memberOf(context);
  const at = now();
  const sessions = await findSessions(database.prisma, caller, SHOWN_MAX);
  const items = sessions
    .filter((session) => !isOver(session, at))
    .map((session) => ({
      id: session.sessionId,
      isCurrent: session.sessionId === caller.sessionId,
      address: session.address,
      userAgent: session.userAgent,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
    }));
  return { items };
});
