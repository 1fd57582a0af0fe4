import { type CallContext, memberOf } from '@parley/common/call-context';
import type { signOut as contract } from '@parley/common/contracts/console/my-account';
import type { OutputOf } from '@parley/common/define-contract';
import { sessionChanged } from '@parley/common/hints';
import type { AccountsService } from '../service.ts';
import { deleteSession } from '../storage/session-store.ts';

export async function signOut(
  { database, bus }: AccountsService,
  context: CallContext,
): Promise<OutputOf<typeof contract>> {
  const caller = memberOf(context);
  const { sessionId } = caller;
  await deleteSession(database.prisma, caller, sessionId);
  bus.publishHint(sessionChanged, { sessionId });
  return { ok: true };
}
