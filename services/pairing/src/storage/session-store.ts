import type { Database } from '@parley/prisma/connect-database';
import type { Sql } from '@parley/prisma/sql';
import type { WaitingSessions } from '../domain/session-limit.ts';

/** A session that is to be made. */
export interface NewSession {
  tenantId: number;
  instanceId: string;
  label: string;
  tokenHash: Buffer;
  now: Date;
  expiresAt: Date;
}

async function findWaiting(sql: Sql, tenantId: number, now: Date): Promise<WaitingSessions> {
  const { rows } = await sql.query<{ count: number; first: Date | null }>({
    name: 'sessions-waiting',
    text: `SELECT count(*)::int AS count, min(expires_at) AS first FROM devices
            WHERE tenant_id = $1 AND NOT is_paired AND status IN ('created', 'connecting', 'awaiting_pairing') AND expires_at > $2`,
    values: [tenantId, now],
  });
  return { count: rows[0]?.count ?? 0, firstExpiresAt: rows[0]?.first ?? null };
}

/**
 * Makes sessions, those of one tenant one after the other: `check` sees how many wait, and throws where there is no place.
 * Answers the session's id.
 */
export function makeSessionStore(database: Pick<Database, 'transaction'>) {
  return {
    create: (session: NewSession, check: (waiting: WaitingSessions) => void): Promise<number> =>
      database.transaction(async (sql) => {
        await sql.query({
          text: `SELECT pg_advisory_xact_lock(hashtextextended('parley:sessions:' || $1::text, 0))`,
          values: [session.tenantId],
        });
        check(await findWaiting(sql, session.tenantId, session.now));
        const { rows } = await sql.query<{ id: number }>({
          name: 'sessions-create',
          text: `INSERT INTO devices (tenant_id, instance_id, label, token_hash, since, created_at, expires_at)
                 VALUES ($1, $2, $3, $4, $5, $5, $6) RETURNING id`,
          values: [
            session.tenantId,
            session.instanceId,
            session.label,
            session.tokenHash,
            session.now,
            session.expiresAt,
          ],
        });
        if (!rows[0]) throw new Error('A session was not stored.');
        return rows[0].id;
      }),
  };
}

export type SessionStore = ReturnType<typeof makeSessionStore>;
