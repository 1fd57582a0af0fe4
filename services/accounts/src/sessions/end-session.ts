import { verb } from '@parley/bus/verb';
import { memberOf } from '@parley/common/call-context';
import { endSession as contract } from '@parley/common/contracts/console/my-account';
import { AppError } from '@parley/common/errors';
import { sessionChanged } from '@parley/common/hints';
import type { AccountsService } from '../service.ts';
import { deleteSession } from './session.store.ts';

/** Errors: unknown_sign_in. */
export const endSession = verb(contract, async ({ database, bus }: AccountsService, { sessionId }, context) => {
  const isEnded = await deleteSession(database.prisma, memberOf(context), sessionId);
  if (!isEnded) throw new AppError('unknown_sign_in');
  bus.publishHint(sessionChanged, { sessionId });
  return { ok: true };
});
