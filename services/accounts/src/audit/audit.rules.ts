import { type CallContext, isOperator } from '@parley/common/call-context';
import type { listAudit } from '@parley/common/contracts/console/workspace';
import type { AuditedChange } from '@parley/common/contracts/internal/console-session';
import type { OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';

/** An entry of the audit log as it is stored (docs/reference/console.md#audit-log). */
export interface AuditEntry {
  id: string;
  at: Date;
  actor: 'member' | 'operator' | 'key' | 'token';
  memberId: string | null;
  /** The API key. */
  instanceId: string | null;
  email: string | null;
  address: string;
  action: string;
  input: Record<string, unknown>;
  changes: AuditedChange[];
  outcome: string | null;
  requestId: string;
}

export type NewAuditEntry = Omit<AuditEntry, 'id' | 'email' | 'changes'> & { tenantId: number | null };

/** The scope of entries without a tenant. */
export const DEPLOYMENT = 0;

export interface AuditFilter {
  /** The tenant, or {@link DEPLOYMENT}. */
  scope: number;
  before: string | null;
  action: string | null;
  memberId: string | null;
  since: Date | null;
  until: Date | null;
  count: number;
}

export const toAuditView = (entry: AuditEntry): OutputOf<typeof listAudit>['items'][number] => ({
  id: entry.id,
  at: entry.at.toISOString(),
  actor: { type: entry.actor, id: entry.memberId ?? entry.instanceId, email: entry.email },
  address: entry.address,
  action: entry.action,
  input: entry.input,
  changes: entry.changes,
  outcome: entry.outcome ?? 'unknown',
  requestId: entry.requestId,
});

/** A member who calls an action of the customer API also has a key: the member is the actor. */
export function actorOf(
  { member, caller }: CallContext,
  namedTenantId: number | null,
): Pick<NewAuditEntry, 'actor' | 'memberId' | 'instanceId' | 'tenantId'> {
  if (member) {
    const actor = isOperator(member) ? 'operator' : 'member';
    return { actor, memberId: member.memberId, instanceId: null, tenantId: member.tenantId };
  }
  if (caller) return { actor: 'key', memberId: null, instanceId: caller.instanceId, tenantId: caller.tenantId };
  return { actor: 'token', memberId: null, instanceId: null, tenantId: namedTenantId };
}

/** Entries of one member, or of one key, in a day: more than a person makes, and a log that stays readable. */
export const MAX_ENTRIES_PER_DAY = 20_000;

const DAY_MS = 24 * 3_600_000;

/** The day (UTC) that a moment belongs to. */
export const dayOf = (now: Date): Date => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);

/** The refusal of one more change on this day. */
export const tooManyChanges = (now: Date): AppError =>
  new AppError('rate_limited', {
    message: `At most ${MAX_ENTRIES_PER_DAY} changes are made by one member, or with one key, in a day.`,
    retry_after: Math.ceil((dayOf(now).getTime() + DAY_MS - now.getTime()) / 1000),
  });
