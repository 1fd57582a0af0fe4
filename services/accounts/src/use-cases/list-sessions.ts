import { type CallContext, memberOf } from '@parley/common/call-context';
import type { listSessions as contract } from '@parley/common/contracts/console/my-account';
import type { OutputOf } from '@parley/common/define-contract';
import { isOver } from '../domain/session-life.ts';
import type { AccountsService } from '../service.ts';
import { findSessions } from '../storage/session-store.ts';

/** Maximum sessions in a list; more exist only where somebody signs in over and over. */
const SHOWN_MAX = 100;

/** The caller's sessions in all of their workspaces, newest first. */
export async function listSessions(
  { database, now }: AccountsService,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
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
}
