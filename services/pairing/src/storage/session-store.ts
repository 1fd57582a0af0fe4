import type { Database } from '@parley/database/connect-database';
import { defineStatement } from '@parley/database/statement';
import { IS_UNPAIRED } from './device-rows.ts';

/** A session that is to be made. */
export interface NewSession {
  tenantId: number;
  instanceId: string;
  label: string;
  tokenHash: Buffer;
  now: Date;
  expiresAt: Date;
}

const lockSessions = defineStatement({
  name: 'pairing.lock-sessions',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('parley:sessions:' || $1::int4, 0))::text AS locked`,
  params: { tenantId: 'int4' },
  row: { locked: 'text!' },
});

const listUnpaired = defineStatement({
  name: 'pairing.list-unpaired-sessions',
  text: `SELECT expires_at FROM devices WHERE tenant_id = $1 AND ${IS_UNPAIRED}`,
  params: { tenantId: 'int4' },
  row: { expiresAt: 'timestamptz' },
});

const insertSession = defineStatement({
  name: 'pairing.insert-session',
  text: `INSERT INTO devices (tenant_id, instance_id, label, token_hash, since, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $5, $6) RETURNING id`,
  params: {
    tenantId: 'int4',
    instanceId: 'text',
    label: 'text',
    tokenHash: 'bytea',
    now: 'timestamptz',
    expiresAt: 'timestamptz',
  },
  row: { id: 'int4' },
});

/**
 * Makes sessions, those of one tenant one after the other: `check` sees when its unpaired ones expire, and throws where
 * there is no place. Returns the session's id.
 */
export function makeSessionStore(database: Pick<Database, 'transaction'>) {
  return {
    create: (session: NewSession, check: (expiries: Date[]) => void): Promise<number> =>
      database.transaction(async (sql) => {
        const { tenantId } = session;
        await lockSessions.first(sql, { tenantId });
        check((await listUnpaired.all(sql, { tenantId })).map(({ expiresAt }) => expiresAt));
        const row = await insertSession.first(sql, session);
        if (!row) throw new Error('A session was not stored.');
        return row.id;
      }),
  };
}

export type SessionStore = ReturnType<typeof makeSessionStore>;
