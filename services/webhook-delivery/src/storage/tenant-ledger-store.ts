import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { LedgerPosition } from '../domain/ledger-page.ts';

const findEnd = defineStatement({
  name: 'ledger.find-end',
  text: `SELECT e.id FROM ledger_clock c, events e
          WHERE e.tenant_id = $1 AND e.position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + c.shift
          ORDER BY e.position DESC, e.seq DESC LIMIT 1`,
  params: { tenantId: 'int4' },
  row: { id: 'text' },
});

/** The newest event of a tenant that no reader can miss; null when there is none. */
export const findLedgerEnd = async (sql: Sql, tenantId: number): Promise<string | null> =>
  (await findEnd.first(sql, { tenantId }))?.id ?? null;

const readTenant = defineStatement({
  name: 'ledger.read-tenant',
  text: `SELECT e.id, e.type, e.channel, e.conversation_id, e.created_at FROM ledger_clock c, events e
          WHERE e.tenant_id = $1 AND (e.position, e.seq) > ($2::bigint, $3::bigint) AND e.seq >= ((($3::bigint >> 40) - 1) << 40)
            AND e.position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + c.shift
          ORDER BY e.position, e.seq LIMIT $4`,
  params: { tenantId: 'int4', position: 'int8', seq: 'int8', limit: 'int8' },
  row: { id: 'text', type: 'text', channel: 'text', conversationId: 'int4?', createdAt: 'timestamptz' },
});

/** The tenant's next events, in the order of {@link readLedger}, without their content. */
export const readTenantLedger = (sql: Sql, tenantId: number, { position, seq }: LedgerPosition, limit: number) =>
  readTenant.all(sql, { tenantId, position, seq, limit: String(limit) });

export type TenantEvent = Awaited<ReturnType<typeof readTenantLedger>>[number];
