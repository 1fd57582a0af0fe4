import type { ErasedPerson } from '@parley/common/contracts/internal/erase-data';
import type { Database } from '@parley/prisma/connect-database';
import type { Sql } from '@parley/prisma/sql';

const BATCH = 500;

/** What was sent from devices to the person, kept for peers that ask again. */
export async function forgetSendsTo(sql: Sql, person: ErasedPerson): Promise<number> {
  const { rowCount } = await sql.query({
    name: 'pairing-forget-sends',
    text: `DELETE FROM device_sends WHERE (device_id, provider_message_id) IN (
             SELECT s.device_id, s.provider_message_id FROM messages m
               JOIN devices d ON d.tenant_id = m.tenant_id
               JOIN device_sends s ON s.device_id = d.id AND s.message_id = m.id
              WHERE m.tenant_id = $1 AND m.conversation_id = ANY ($2) AND m.status NOT IN ('sending', 'unknown')
              LIMIT ${BATCH})`,
    values: [person.tenant_id, person.conversation_ids],
  });
  return rowCount;
}

/** Types of keys whose id names nobody. */
const NAMELESS = ['creds', 'inbox', 'pre-key', 'app-state-sync-key', 'app-state-sync-version'];

/** Numbers and ids as the client writes them into the ids of its keys: without plus and without host. */
const peerPattern = (addresses: readonly string[]): string | null => {
  const locals = addresses
    .map((address) => address.replace(/^\+/, '').split('@')[0] ?? '')
    .filter((local) => /^\d[\d-]{4,}$/.test(local));
  return locals.length === 0 ? null : `(^|[^0-9])(${locals.join('|')})([^0-9]|$)`;
};

/**
 * Signal sessions and other keys whose id names the person: the next message of theirs makes new ones. Whoever holds the
 * device writes under a share lock of its row, so that none of its transactions is cut in two.
 */
export async function forgetPeer(database: Pick<Database, 'transaction'>, person: ErasedPerson): Promise<number> {
  const pattern = person.channel === 'wd' ? peerPattern(person.addresses) : null;
  if (pattern === null) return 0;
  return database.transaction(async (sql) => {
    const { rows } = await sql.query<{ id: number }>({
      text: 'SELECT id FROM devices WHERE tenant_id = $1 ORDER BY id FOR UPDATE',
      values: [person.tenant_id],
    });
    const { rowCount } = await sql.query({
      text: 'DELETE FROM device_keys WHERE device_id = ANY ($1) AND type <> ALL ($2) AND id ~ $3',
      values: [rows.map(({ id }) => id), NAMELESS, pattern],
    });
    return rowCount;
  });
}

/** Devices of a tenant that may be logged in, or about to be. */
export async function findLiveDevices(sql: Sql, tenantId: number, count: number): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>({
    name: 'pairing-live-devices',
    text: `SELECT id FROM devices
            WHERE tenant_id = $1 AND status IN ('connecting', 'awaiting_pairing', 'connected', 'reconnecting')
            ORDER BY id LIMIT $2`,
    values: [tenantId, count],
  });
  return rows.map(({ id }) => id);
}

/** A batch of the devices of a tenant that are logged out, with their keys; with `isForced` of all. */
export async function removeDevices(sql: Sql, tenantId: number, isForced: boolean): Promise<Record<string, number>> {
  const { rows } = await sql.query<Record<string, number>>({
    name: 'pairing-remove-devices',
    text: `WITH gone AS (
             DELETE FROM devices WHERE id IN (
               SELECT id FROM devices WHERE tenant_id = $1
                  AND ($2 OR status NOT IN ('connecting', 'awaiting_pairing', 'connected', 'reconnecting')) LIMIT 50)
             RETURNING id),
                keys AS (DELETE FROM device_keys WHERE device_id IN (SELECT id FROM gone) RETURNING 1),
                sends AS (DELETE FROM device_sends WHERE device_id IN (SELECT id FROM gone) RETURNING 1)
           SELECT (SELECT count(*)::int FROM gone) AS devices, (SELECT count(*)::int FROM keys) AS device_keys,
                  (SELECT count(*)::int FROM sends) AS device_sends`,
    values: [tenantId, isForced],
  });
  return rows[0] ?? {};
}
