import { verb } from '@parley/bus/verb';
import { memberOf } from '@parley/common/call-context';
import { endOtherSessions as contract } from '@parley/common/contracts/console/my-account';
import { sessionChanged } from '@parley/common/hints';
import type { AccountsService } from '../service.ts';
import { deleteOtherSessions } from './session.store.ts';

/** Ends the caller's sessions except this one. */
export const endOtherSessions = verb(contract, async ({ database, bus }: AccountsService, _input, context) => {
  const caller = memberOf(context);
  const ended = await deleteOtherSessions(database.prisma, caller, caller.sessionId);
  bus.publishHint(sessionChanged, { sessionId: null });
  return { ended };
});
