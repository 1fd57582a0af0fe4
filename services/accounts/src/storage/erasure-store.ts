import type { Database } from '@parley/prisma/connect-database';
import type { Sql } from '@parley/prisma/sql';
import { type Erasure, type ErasurePlace, type ErasureStep, firstPlace } from '../domain/erasure.ts';

interface ErasureRow {
  seq: number;
  id: string;
  tenant_id: number;
  tenant_slug: string;
  what: Erasure['what'];
  contact_id: number | null;
  status: Erasure['status'];
  step: string;
  cursor: string | null;
  person: string | null;
  erased: Record<string, number>;
  round_erased: number;
  round_waiting: number;
  waiting: number;
  attempts: number;
  error: string | null;
  requested_at: Date;
  finished_at: Date | null;
}

/** An erasure that this worker holds. */
export interface ClaimedErasure extends Erasure {
  claimId: string;
  /** Encrypted; null until the person was found, and for a tenant. */
  sealedPerson: string | null;
}

const COLUMNS = `seq, id, tenant_id, tenant_slug, what, contact_id, status, step, cursor, person, erased, round_erased,
  round_waiting, waiting, attempts, error, requested_at, finished_at`;

const toErasure = (row: ErasureRow): Erasure & { sealedPerson: string | null; seq: number } => ({
  seq: row.seq,
  id: row.id,
  tenantId: row.tenant_id,
  tenantSlug: row.tenant_slug,
  what: row.what,
  contactId: row.contact_id,
  status: row.status,
  step: row.step as ErasureStep, // safe: written by this store alone
  cursor: row.cursor,
  sealedPerson: row.person,
  erased: row.erased,
  roundErased: row.round_erased,
  roundWaiting: row.round_waiting,
  waiting: row.waiting,
  attempts: row.attempts,
  error: row.error,
  requestedAt: row.requested_at,
  finishedAt: row.finished_at,
});

export interface NewErasure {
  id: string;
  tenantId: number;
  tenantSlug: string;
  what: Erasure['what'];
  contactId: number | null;
  requestedAt: Date;
}

async function insert(sql: Sql, erasure: NewErasure): Promise<void> {
  await sql.query({
    text: `INSERT INTO erasures (id, tenant_id, tenant_slug, what, contact_id, step, requested_at, due_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT DO NOTHING`,
    values: [
      erasure.id,
      erasure.tenantId,
      erasure.tenantSlug,
      erasure.what,
      erasure.contactId,
      firstPlace(erasure.what).step,
      erasure.requestedAt,
    ],
  });
}

export type ErasureStore = ReturnType<typeof makeErasureStore>;

/** Erasures in PostgreSQL: receipts for the operator, and jobs that one worker at a time holds; its writes are fenced by the claim. */
export function makeErasureStore(database: Pick<Database, 'query' | 'transaction'>) {
  const find = async (condition: string, values: unknown[]): Promise<Erasure | null> => {
    const { rows } = await database.query<ErasureRow>({
      text: `SELECT ${COLUMNS} FROM erasures WHERE ${condition} ORDER BY seq DESC LIMIT 1`,
      values,
    });
    return rows[0] ? toErasure(rows[0]) : null;
  };

  return {
    findErasure: (id: string) => find('id = $1', [id]),
    findContactErasure: (tenantId: number, contactId: number) =>
      find(`tenant_id = $1 AND what = 'contact' AND contact_id = $2`, [tenantId, contactId]),
    findTenantErasure: (slug: string) => find(`tenant_slug = $1 AND what = 'tenant'`, [slug]),

    async listErasuresAfter(seq: number, count: number, status: string | undefined) {
      const { rows } = await database.query<ErasureRow>({
        text: `SELECT ${COLUMNS} FROM erasures WHERE seq > $1 AND ($3::text IS NULL OR status = $3) ORDER BY seq LIMIT $2`,
        values: [seq, count, status ?? null],
      });
      return rows.map((row) => ({ ...toErasure(row), position: row.seq }));
    },

    insertErasure: (erasure: NewErasure) => insert(database, erasure),

    /** The tenant ends for everybody but its erasure: its slug, its keys and its webhooks; null when there is no such tenant. */
    async closeTenant(slug: string, erasure: Pick<NewErasure, 'id' | 'requestedAt'>): Promise<number | null> {
      return database.transaction(async (sql) => {
        const { rows } = await sql.query<{ id: number }>({
          text: `UPDATE tenants SET erased_slug = slug, slug = '~erased-' || id, status = 'inactive', name = ''
                  WHERE slug = $1 RETURNING id`,
          values: [slug],
        });
        const [tenant] = rows;
        if (!tenant) return null;
        await sql.query({
          text: `UPDATE api_keys SET revoked_at = coalesce(revoked_at, $2), webhook_url = NULL WHERE tenant_id = $1`,
          values: [tenant.id, erasure.requestedAt],
        });
        await insert(sql, { ...erasure, tenantId: tenant.id, tenantSlug: slug, what: 'tenant', contactId: null });
        return tenant.id;
      });
    },

    async claim(given: { claimId: string; now: Date; until: Date }): Promise<ClaimedErasure | null> {
      const { rows } = await database.query<ErasureRow>({
        name: 'erasures-claim',
        text: `UPDATE erasures SET claim_id = $1, claimed_until = $3
                WHERE id IN (SELECT id FROM erasures
                              WHERE status = 'running' AND due_at <= $2 AND (claimed_until IS NULL OR claimed_until < $2)
                              ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
               RETURNING ${COLUMNS}`,
        values: [given.claimId, given.now, given.until],
      });
      return rows[0] ? { ...toErasure(rows[0]), claimId: given.claimId } : null;
    },

    /** Where it goes on, and until when it is held: null lets go. False when it is somebody else's by now. */
    async save(
      { id, claimId }: Pick<ClaimedErasure, 'id' | 'claimId'>,
      given: {
        place: ErasurePlace;
        erased: Record<string, number>;
        sealedPerson: string | null;
        error: string | null;
        dueAt: Date;
        heldUntil: Date | null;
      },
    ): Promise<boolean> {
      const { place } = given;
      const { rowCount } = await database.query({
        name: 'erasures-save',
        text: `UPDATE erasures
                  SET step = $3, cursor = $4, round_erased = $5, round_waiting = $6, waiting = $7, attempts = $8, erased = $9,
                      person = $10, error = $11, due_at = $12, claimed_until = $13,
                      claim_id = CASE WHEN $13::timestamptz IS NULL THEN NULL ELSE claim_id END
                WHERE id = $1 AND claim_id = $2`,
        values: [
          id,
          claimId,
          place.step,
          place.cursor,
          place.roundErased,
          place.roundWaiting,
          place.waiting,
          place.attempts,
          JSON.stringify(given.erased),
          given.sealedPerson,
          given.error,
          given.dueAt,
          given.heldUntil,
        ],
      });
      return rowCount > 0;
    },

    /**
     * It is done: nothing tells any more whom it was about. Of a tenant the keys go as well; its row and its ledger stay
     * without content, because the ledger is what money law asks for.
     */
    async finish({ id, claimId, what, tenantId }: ClaimedErasure, erased: Record<string, number>, now: Date) {
      await database.transaction(async (sql) => {
        const { rowCount } = await sql.query({
          text: `UPDATE erasures SET status = 'done', person = NULL, cursor = NULL, waiting = 0, error = NULL, erased = $3,
                        finished_at = $4, claim_id = NULL, claimed_until = NULL
                  WHERE id = $1 AND claim_id = $2`,
          values: [id, claimId, JSON.stringify(erased), now],
        });
        if (rowCount === 0 || what === 'contact') return;
        await sql.query({ text: 'DELETE FROM api_keys WHERE tenant_id = $1', values: [tenantId] });
        await sql.query({
          text: 'UPDATE credit_ledger SET note = NULL WHERE tenant_id = $1 AND note IS NOT NULL',
          values: [tenantId],
        });
        await sql.query({
          text: `UPDATE tenants SET name = '', plan = '', retention_days = NULL WHERE id = $1`,
          values: [tenantId],
        });
        // What was to be erased of its people is erased with it.
        await sql.query({
          text: `UPDATE erasures SET status = 'done', person = NULL, cursor = NULL, finished_at = $2, claim_id = NULL
                  WHERE tenant_id = $1 AND status = 'running'`,
          values: [tenantId, now],
        });
      });
    },
  };
}
