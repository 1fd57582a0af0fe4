import { verb } from '@parley/bus/verb';
import { memberOf } from '@parley/common/call-context';
import { signOut as contract } from '@parley/common/contracts/console/my-account';
import { sessionChanged } from '@parley/common/hints';
import type { AccountsService } from '../service.ts';
import { deleteSession } from './session.store.ts';

export const signOut = verb(contract, async ({ database, bus }: AccountsService, _input, context) => {
  const caller = memberOf(context);
  const { sessionId } = caller;
  await deleteSession(database.prisma, caller, sessionId);
  bus.publishHint(sessionChanged, { sessionId });
  return { ok: true };
});
