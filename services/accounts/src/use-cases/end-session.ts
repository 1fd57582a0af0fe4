import { type CallContext, memberOf } from '@parley/common/call-context';
import type { endSession as contract } from '@parley/common/contracts/console/my-account';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { sessionChanged } from '@parley/common/hints';
import type { AccountsService } from '../service.ts';
import { deleteSession } from '../storage/session-store.ts';

/** Errors: unknown_sign_in. */
export async function endSession(
  { database, bus }: AccountsService,
  { sessionId }: InputOf<typeof contract>,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const isEnded = await deleteSession(database.prisma, memberOf(context), sessionId);
  if (!isEnded) throw new AppError('unknown_sign_in');
  bus.publishHint(sessionChanged, { sessionId });
  return { ok: true };
}
