import { type CallContext, visitorOf } from '@parley/common/call-context';
import type { Member } from '../domain/member.ts';
import type { AccountsService } from '../service.ts';
import { insertAuditEntry } from '../storage/audit-store.ts';

/** Writes an audit entry of an action without a session: sign-in, joining, a new password. Null: by an operator. */
export async function recordVisit(
  { database, now }: AccountsService,
  action: string,
  member: Pick<Member, 'memberId' | 'tenantId'> | null,
  context: CallContext,
): Promise<void> {
  await insertAuditEntry(database.prisma, {
    tenantId: member?.tenantId ?? null,
    at: now(),
    actor: member ? 'member' : 'operator',
    memberId: member?.memberId ?? null,
    instanceId: null,
    address: visitorOf(context).address,
    action,
    input: {},
    outcome: 'done',
    requestId: context.requestId,
  });
}
