import type { Sql } from '@parley/prisma/sql';

/** One name of the namespace that holders are unique in: `fb:1234`. */
export const nameOf = ({ channel, externalId }: { channel: string; externalId: string }): string =>
  `${channel}:${externalId}`;

export interface LockedRow {
  id: number;
  tenant_id: number;
  name: string;
  status: string;
  claimed_until: Date | null;
}

/** Takes the locks of these names, in an order that everybody keeps: whoever comes second sees what the first did. */
export async function lockNames(sql: Sql, names: readonly string[]): Promise<void> {
  for (const name of [...new Set(names)].sort())
    await sql.query({
      text: `SELECT pg_advisory_xact_lock(hashtextextended('channel_accounts:' || $1, 0))`,
      values: [name],
    });
}

/**
 * The rows of these names that matter to a tenant, under their locks: whoever holds them, and the tenant's own. Holds
 * that have ended are let go first.
 */
export async function lockSurfaces(
  sql: Sql,
  surfaces: readonly { channel: string; externalId: string }[],
  { tenantId, now, emptyCredentials }: { tenantId: number; now: Date; emptyCredentials: string },
): Promise<LockedRow[]> {
  const names = surfaces.map(nameOf);
  await lockNames(sql, names);
  const { rows } = await sql.query<LockedRow>({
    text: `SELECT id, tenant_id, channel || ':' || external_id AS name, status, claimed_until FROM channel_accounts
            WHERE channel = ANY ($1) AND external_id = ANY ($2) AND channel || ':' || external_id = ANY ($3)
              AND (tenant_id = $4 OR status IN ('connecting', 'connected'))
            ORDER BY id FOR UPDATE`,
    values: [surfaces.map(({ channel }) => channel), surfaces.map(({ externalId }) => externalId), names, tenantId],
  });
  const ended = rows.filter(({ status, claimed_until: until }) => status === 'connecting' && until && until < now);
  if (ended.length > 0)
    await sql.query({
      text: `UPDATE channel_accounts SET status = 'disconnected', claimed_until = NULL, credentials = $2
              WHERE id = ANY ($1)`,
      values: [ended.map(({ id }) => id), emptyCredentials],
    });
  return rows.map((row) => (ended.includes(row) ? { ...row, status: 'disconnected', claimed_until: null } : row));
}
