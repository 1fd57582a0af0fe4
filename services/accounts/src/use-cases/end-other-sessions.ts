import { type CallContext, memberOf } from '@parley/common/call-context';
import type { endOtherSessions as contract } from '@parley/common/contracts/console/my-account';
import type { OutputOf } from '@parley/common/define-contract';
import { sessionChanged } from '@parley/common/hints';
import type { AccountsService } from '../service.ts';
import { deleteOtherSessions } from '../storage/session-store.ts';

/** Ends the caller's sessions except this one. */
export async function endOtherSessions(
  { database, bus }: AccountsService,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const caller = memberOf(context);
  const ended = await deleteOtherSessions(database.prisma, caller, caller.sessionId);
  bus.publishHint(sessionChanged, { sessionId: null });
  return { ended };
}
