import { type CallContext, memberOf, visitorOf } from '@parley/common/call-context';
import type { listAudit } from '@parley/common/contracts/console/workspace';
import type { recordAudit, settleAudit } from '@parley/common/contracts/internal/console-session';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { defineCursor } from '@parley/database/list-cursor';
import type { RecordVisit } from './manage-sessions.ts';

export interface AuditEntry {
  id: string;
  at: Date;
  actor: 'member' | 'operator';
  memberId: string | null;
  email: string | null;
  address: string;
  action: string;
  input: Record<string, unknown>;
  outcome: string | null;
  requestId: string;
}

export interface AuditFilter {
  /** The tenant, or 0 for the deployment. */
  scope: number;
  before: string | null;
  action: string | null;
  memberId: string | null;
  since: Date | null;
  until: Date | null;
  count: number;
}

export interface AuditRows {
  /** The address of the member is written with it. Returns the id. */
  insert(entry: Omit<AuditEntry, 'id' | 'email'> & { tenantId: number | null }): Promise<string>;
  /** Once. */
  settle(id: string, outcome: string): Promise<void>;
  /** Newest first. */
  list(filter: AuditFilter): Promise<AuditEntry[]>;
  /** A batch; true when there may be more. */
  dropOld(before: Date): Promise<boolean>;
}

const KEEP_MS = 365 * 24 * 3_600_000;
const BY_AGE = defineCursor('audit', { id: 'int8' });

const toView = (entry: AuditEntry): OutputOf<typeof listAudit>['items'][number] => ({
  id: entry.id,
  at: entry.at.toISOString(),
  actor: { type: entry.actor, id: entry.memberId, email: entry.email },
  address: entry.address,
  action: entry.action,
  input: entry.input,
  outcome: entry.outcome ?? 'unknown',
  request_id: entry.requestId,
});

/** The audit log (docs/reference/console.md#audit-log): an entry is written before the change that it tells of. */
export function makeKeepAudit({ audit, now }: { audit: AuditRows; now(): Date }) {
  return {
    async record(
      { action, input }: InputOf<typeof recordAudit>,
      context: CallContext,
    ): Promise<OutputOf<typeof recordAudit>> {
      const { role, member_id: memberId, tenant_id: tenantId } = memberOf(context);
      const actor = role === 'operator' ? 'operator' : 'member';
      const { address } = visitorOf(context);
      const requestId = context.request_id;
      const entry = { tenantId, at: now(), actor, memberId, address, action, input, outcome: null, requestId } as const;
      return { id: await audit.insert(entry) };
    },

    /** What somebody did who had no session yet: signed in, joined, set a new password. */
    recordVisit: (async (action, member, context) => {
      await audit.insert({
        tenantId: member?.tenantId ?? null,
        at: now(),
        actor: member ? 'member' : 'operator',
        memberId: member?.memberId ?? null,
        address: visitorOf(context).address,
        action,
        input: {},
        outcome: 'done',
        requestId: context.request_id,
      });
    }) satisfies RecordVisit,

    async settle({ id, outcome }: InputOf<typeof settleAudit>): Promise<OutputOf<typeof settleAudit>> {
      await audit.settle(id, outcome);
      return {};
    },

    async list(
      { limit, cursor, action, member_id, since, until }: InputOf<typeof listAudit>,
      context: CallContext,
    ): Promise<OutputOf<typeof listAudit>> {
      const rows = await audit.list({
        scope: memberOf(context).tenant_id ?? 0,
        before: BY_AGE.read(cursor)?.id ?? null,
        action: action ?? null,
        memberId: member_id ?? null,
        since: since === undefined ? null : new Date(since),
        until: until === undefined ? null : new Date(until),
        count: limit + 1,
      });
      return BY_AGE.pageOf(rows, limit, toView, ({ id }) => ({ id }));
    },

    dropOld: (): Promise<boolean> => audit.dropOld(new Date(now().getTime() - KEEP_MS)),
  };
}
