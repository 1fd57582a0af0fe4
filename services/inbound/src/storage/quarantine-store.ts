import { Channel } from '@parley/common/channels';
import { QuarantinedView } from '@parley/common/contracts/operator/quarantine';
import type { Database } from '@parley/prisma/connect-database';
import type { Cipher } from '@parley/prisma/encryption';
import { openQuarantined, type QuarantineSource } from '@parley/prisma/messaging/quarantine';
import type { z } from 'zod';

type View = z.infer<typeof QuarantinedView>;

/** A quarantined element with its content. */
export interface OpenedElement {
  view: View;
  source: QuarantineSource;
  channel: Channel;
  externalId: string;
  /** JSON. */
  payload: string;
}

export type QuarantineStore = ReturnType<typeof makeQuarantineStore>;

/** Of one account, how many elements were dropped. */
export interface DroppedElements {
  tenantId: number;
  channel: Channel;
  /** The provider's id of the account; of the connection on wd. */
  externalId: string;
  count: number;
}

interface Row {
  id: string;
  channel: string;
  external_id: string;
  source: string;
  kind: string;
  reason: string;
  attempts: number;
  first_at: Date;
  last_at: Date;
}

const COLUMNS = 'id::text, channel, external_id, source, kind, reason, attempts, first_at, last_at';

const toView = ({ external_id, first_at, last_at, ...row }: Row): View =>
  QuarantinedView.parse({
    ...row,
    account_id: external_id,
    first_at: first_at.toISOString(),
    last_at: last_at.toISOString(),
  });

/** The quarantine as an operator works with it; every element within its tenant. */
export function makeQuarantineStore(database: Pick<Database, 'query'>, cipher: Pick<Cipher, 'decrypt'>) {
  return {
    /** Newest first. */
    async list(
      tenantId: number,
      { limit, cursor, channel }: { limit: number; cursor?: string | undefined; channel?: string | undefined },
    ): Promise<{ items: View[]; next_cursor: string | null }> {
      const before = cursor !== undefined && /^\d{1,18}$/.test(cursor) ? cursor : null;
      const { rows } = await database.query<Row>({
        text: `SELECT ${COLUMNS} FROM quarantined_elements q
                WHERE tenant_id = $1 AND ($2::text IS NULL OR channel = $2) AND ($3::bigint IS NULL OR q.id < $3)
                ORDER BY q.id DESC LIMIT $4`,
        values: [tenantId, channel ?? null, before, limit + 1],
      });
      const items = rows.slice(0, limit).map(toView);
      return { items, next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
    },

    async find(tenantId: number, id: string): Promise<OpenedElement | null> {
      const { rows } = await database.query<Row & { payload: string }>({
        text: `SELECT ${COLUMNS}, payload FROM quarantined_elements q WHERE tenant_id = $1 AND q.id = $2`,
        values: [tenantId, id],
      });
      const [row] = rows;
      if (!row) return null;
      const { payload, ...rest } = row;
      const view = toView(rest);
      return {
        view,
        source: view.source,
        channel: Channel.parse(row.channel),
        externalId: row.external_id,
        payload: openQuarantined(cipher, tenantId, payload),
      };
    },

    /** One more attempt was in vain. */
    async refusedAgain(tenantId: number, id: string, reason: string): Promise<void> {
      await database.query({
        text: `UPDATE quarantined_elements SET attempts = attempts + 1, last_at = now(), reason = $3
                WHERE tenant_id = $1 AND id = $2`,
        values: [tenantId, id, reason],
      });
    },

    /** Whether it was there. */
    async remove(tenantId: number, id: string): Promise<boolean> {
      const { rowCount } = await database.query({
        text: 'DELETE FROM quarantined_elements WHERE tenant_id = $1 AND id = $2',
        values: [tenantId, id],
      });
      return rowCount > 0;
    },

    /**
     * Removes the oldest elements of accounts that have more than `cap`, at most `limit` an account; whoever wrote them.
     * Two replicas never remove the same one.
     */
    async dropBeyond(cap: number, limit: number): Promise<DroppedElements[]> {
      const { rows } = await database.query<{ tenantId: number; channel: string; externalId: string; count: number }>({
        name: 'quarantine-drop-beyond',
        text: `WITH full_ones AS (
                 SELECT tenant_id, channel, external_id FROM quarantined_elements GROUP BY 1, 2, 3 HAVING count(*) > $1),
               beyond AS (
                 SELECT old.id FROM full_ones f CROSS JOIN LATERAL (
                   SELECT q.id FROM quarantined_elements q
                    WHERE q.tenant_id = f.tenant_id AND q.channel = f.channel AND q.external_id = f.external_id
                    ORDER BY q.id DESC OFFSET $1 LIMIT $2) AS old),
               gone AS (
                 DELETE FROM quarantined_elements WHERE id IN (
                   SELECT q.id FROM quarantined_elements q WHERE q.id IN (SELECT id FROM beyond) FOR UPDATE SKIP LOCKED)
                 RETURNING tenant_id, channel, external_id)
               SELECT tenant_id AS "tenantId", channel, external_id AS "externalId", count(*)::int AS count
                 FROM gone GROUP BY 1, 2, 3`,
        values: [cap, limit],
      });
      return rows.map((row) => ({ ...row, channel: Channel.parse(row.channel) }));
    },

    /** How many elements wait, of all tenants. */
    async count(): Promise<number> {
      const { rows } = await database.query<{ count: number }>({
        text: 'SELECT count(*)::int AS count FROM quarantined_elements',
      });
      return rows[0]?.count ?? 0;
    },
  };
}
