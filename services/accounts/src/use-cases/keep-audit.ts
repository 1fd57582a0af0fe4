import { type CallContext, memberOf, visitorOf } from '@parley/common/call-context';
import type { listAudit } from '@parley/common/contracts/console/workspace';
import type { AuditedChange, recordAudit, settleAudit } from '@parley/common/contracts/internal/console-session';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { defineCursor } from '@parley/database/list-cursor';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import type { RecordVisit } from './manage-sessions.ts';

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

type AuditQuery = InputOf<typeof listAudit>;
type AuditPage = OutputOf<typeof listAudit>;

/** The scope of entries without a tenant. */
const DEPLOYMENT = 0;

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

export interface AuditRows {
  /** Stores the member's address with it. Returns the id. */
  insert(entry: Omit<AuditEntry, 'id' | 'email' | 'changes'> & { tenantId: number | null }): Promise<string>;
  /** Writes the outcome, once. */
  settle(id: string, outcome: string, changes: AuditedChange[]): Promise<void>;
  /** Newest first. */
  list(filter: AuditFilter): Promise<AuditEntry[]>;
  /** Deletes a batch; true when there may be more. */
  dropOld(before: Date): Promise<boolean>;
}

const KEEP_MS = 365 * 24 * 3_600_000;
const BY_AGE = defineCursor('audit', { id: 'int8' });

const toView = (entry: AuditEntry): AuditPage['items'][number] => ({
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

type Actor = Pick<AuditEntry, 'actor' | 'memberId' | 'instanceId'> & { tenantId: number | null };

/** A member who calls an action of the customer API also has a key: the member is the actor. */
function actorOf({ member, caller }: CallContext, namedTenantId: number | null): Actor {
  if (member) {
    const actor = member.role === 'operator' ? 'operator' : 'member';
    return { actor, memberId: member.memberId, instanceId: null, tenantId: member.tenantId };
  }
  if (caller) return { actor: 'key', memberId: null, instanceId: caller.instanceId, tenantId: caller.tenantId };
  return { actor: 'token', memberId: null, instanceId: null, tenantId: namedTenantId };
}

/** The audit log (docs/reference/console.md#audit-log): an entry is written before the change that it records. */
export function makeKeepAudit({ audit, tenantOf, now }: { audit: AuditRows; tenantOf: TenantOf; now(): Date }) {
  async function listScope(
    scope: number,
    { limit, cursor, action, memberId, since, until }: AuditQuery,
  ): Promise<AuditPage> {
    const rows = await audit.list({
      scope,
      before: BY_AGE.read(cursor)?.id ?? null,
      action: action ?? null,
      memberId: memberId ?? null,
      since: since === undefined ? null : new Date(since),
      until: until === undefined ? null : new Date(until),
      count: limit + 1,
    });
    return BY_AGE.pageOf(rows, limit, toView, ({ id }) => ({ id }));
  }

  return {
    /** Errors: unknown_tenant. */
    async record(
      { action, input, slug }: InputOf<typeof recordAudit>,
      context: CallContext,
    ): Promise<OutputOf<typeof recordAudit>> {
      const actor = actorOf(context, slug === undefined ? null : await tenantOf(slug));
      const { address } = visitorOf(context);
      const { requestId } = context;
      return { id: await audit.insert({ ...actor, at: now(), address, action, input, outcome: null, requestId }) };
    },

    /** Records actions without a session: sign-in, joining, a new password. */
    recordVisit: (async (action, member, context) => {
      await audit.insert({
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
    }) satisfies RecordVisit,

    async settle({ id, outcome, changes }: InputOf<typeof settleAudit>): Promise<OutputOf<typeof settleAudit>> {
      await audit.settle(id, outcome, changes);
      return {};
    },

    list: (input: AuditQuery, context: CallContext): Promise<AuditPage> =>
      listScope(memberOf(context).tenantId ?? DEPLOYMENT, input),

    listOfDeployment: (input: AuditQuery): Promise<AuditPage> => listScope(DEPLOYMENT, input),

    dropOld: (): Promise<boolean> => audit.dropOld(new Date(now().getTime() - KEEP_MS)),
  };
}
