import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

/** The key pair of the deployment; the private key is encrypted. */
export interface StoredPushKey {
  publicKey: string;
  privateKey: string;
}

type Keys = Pick<PrismaDatabase['prisma'], 'pushKey'>;
const ONLY = { id: 1 } as const;
const PAIR = { publicKey: true, privateKey: true } as const;

export const findPushKey = ({ pushKey }: Keys): Promise<StoredPushKey | null> =>
  pushKey.findUnique({ where: ONLY, select: PAIR });

/** Stores a new pair, unless another process was first; returns the stored one. */
export async function keepPushKey({ pushKey }: Keys, made: StoredPushKey): Promise<StoredPushKey> {
  await pushKey.createMany({ data: [{ ...ONLY, ...made }], skipDuplicates: true });
  return pushKey.findUniqueOrThrow({ where: ONLY, select: PAIR });
}

/** A browser is signed in once: an earlier session there is told nothing more. */
const dropOthers = defineStatement({
  name: 'push.drop-others',
  text: `DELETE FROM push_subscriptions p USING member_sessions s
          WHERE s.id = p.session_row AND p.endpoint_hash = $2 AND s.session_id <> $1`,
  params: { sessionId: 'text', endpointHash: 'bytea' },
});

/** A new one begins at the end of the ledger; a renewed one goes on. */
const save = defineStatement({
  name: 'push.subscribe',
  text: `INSERT INTO push_subscriptions (session_row, endpoint_hash, target, position, seq, created_at)
         SELECT s.id, $3, $4, coalesce(newest.position, 0), coalesce(newest.seq, 0), $5
           FROM member_sessions s
           LEFT JOIN LATERAL (
             SELECT e.position, e.seq FROM ledger_clock c, events e
              WHERE e.tenant_id = $2 AND e.position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + c.shift
              ORDER BY e.position DESC, e.seq DESC LIMIT 1) newest ON true
          WHERE s.session_id = $1
         ON CONFLICT (session_row) DO UPDATE SET endpoint_hash = excluded.endpoint_hash, target = excluded.target`,
  params: { sessionId: 'text', tenantId: 'int4', endpointHash: 'bytea', target: 'text', now: 'timestamptz' },
});

interface NewSubscription {
  sessionId: string;
  tenantId: number;
  endpointHash: Buffer;
  /** Encrypted. */
  target: string;
  now: Date;
}

/** Subscribes the browser of a session. Does nothing when the session has ended. */
export async function saveSubscription(sql: Sql, given: NewSubscription): Promise<void> {
  const { sessionId, endpointHash } = given;
  await dropOthers.run(sql, { sessionId, endpointHash });
  await save.run(sql, given);
}

const remove = defineStatement({
  name: 'push.unsubscribe',
  text: `DELETE FROM push_subscriptions p USING member_sessions s WHERE s.id = p.session_row AND s.session_id = $1`,
  params: { sessionId: 'text' },
});

export async function removeSubscription(sql: Sql, sessionId: string): Promise<void> {
  await remove.run(sql, { sessionId });
}
