import { type CallContext, visitorOf } from '@parley/common/call-context';
import { makeId } from '@parley/common/ids';
import { insertAuditEntry } from '../audit/audit.store.ts';
import type { Member } from '../members/member.rules.ts';
import type { AccountsService } from '../service.ts';
import { expiryOf } from '../sessions/session.rules.ts';
import { insertSession } from '../sessions/session.store.ts';
import { hashToken, makeToken } from './link.rules.ts';

const USER_AGENT_MAX = 300;

/** The owner of a new session: a member, or an operator who gave the admin token. */
type SessionOwner = Pick<Member, 'id' | 'memberId' | 'tenantId'> | { adminTokenHash: Buffer };

/**
 * Opens a new session, even if the browser already has one, and returns its token. The audit log records the action.
 */
export async function openSession(
  service: AccountsService,
  action: string,
  owner: SessionOwner,
  context: CallContext,
  { issuer = null }: { issuer?: string | null } = {},
): Promise<string> {
  const member = 'memberId' in owner ? owner : null;
  const { address, userAgent } = visitorOf(context);
  const token = makeToken();
  const at = service.now();
  await recordVisit(service, action, member, context);
  await insertSession(service.database.prisma, {
    sessionId: makeId('ses', at.getTime()),
    tokenHash: hashToken(token),
    memberRow: member?.id ?? null,
    tenantId: member?.tenantId ?? null,
    adminTokenHash: 'memberId' in owner ? null : owner.adminTokenHash,
    issuer,
    address,
    userAgent: userAgent.slice(0, USER_AGENT_MAX),
    createdAt: at,
    lastSeenAt: at,
    expiresAt: expiryOf(at),
  });
  return token;
}

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
