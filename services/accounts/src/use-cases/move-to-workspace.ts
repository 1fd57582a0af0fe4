import { type CallContext, memberOf } from '@parley/common/call-context';
import { sessionChanged } from '@parley/common/hints';
import type { Member } from '../domain/member.ts';
import type { AccountsService } from '../service.ts';
import { moveSession } from '../storage/session-store.ts';
import { recordVisit } from './record-visit.ts';

/** Moves the session to another membership of its person (docs/reference/console.md#several-workspaces). */
export async function moveToWorkspace(
  service: AccountsService,
  action: string,
  member: Member,
  context: CallContext,
): Promise<{ ok: true }> {
  const { sessionId } = memberOf(context);
  await recordVisit(service, action, member, context);
  await moveSession(service.database.prisma, sessionId, member);
  service.bus.publishHint(sessionChanged, { sessionId });
  return { ok: true };
}
