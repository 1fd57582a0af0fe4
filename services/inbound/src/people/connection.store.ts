import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statements/statement';
import type { NamedConnection, OwnedConnection } from './connection.rules.ts';

const upsert = defineBatchStatement({
  name: 'inbound.store-connections',
  text: `INSERT INTO business_connections (channel_account_id, tenant_id, connection_id, owner_id, connected_at, is_enabled)
         SELECT * FROM unnest($1::int4[], $2::int4[], $3::text[], $4::text[], $5::timestamptz[], $6::bool[])
         ON CONFLICT (channel_account_id, connection_id) DO UPDATE SET is_enabled = excluded.is_enabled
          WHERE business_connections.is_enabled <> excluded.is_enabled`,
  items: {
    channelAccountId: 'int4',
    tenantId: 'int4',
    connectionId: 'text',
    ownerId: 'text',
    connectedAt: 'timestamptz',
    isEnabled: 'bool',
  },
});

/** The key of a connection in maps. */
export const connectionKey = ({ channelAccountId, connectionId }: NamedConnection): string =>
  `${channelAccountId} ${connectionId}`;

/** Stores connections, the last report of each; returns how many were new or have changed. */
export async function storeConnections(sql: Sql, given: readonly OwnedConnection[]): Promise<number> {
  const last = [...new Map(given.map((connection) => [connectionKey(connection), connection]))];
  // In one order, so that transactions with the same connections do not wait for each other in a circle.
  last.sort(([one], [other]) => (one < other ? -1 : 1));
  return upsert.run(
    sql,
    last.map(([, connection]) => connection),
    {},
  );
}

const findFirst = defineBatchStatement({
  name: 'inbound.find-first-connections',
  plan: 'index',
  text: `SELECT k.channel_account_id, k.connection_id, f.connection_id AS first_id
           FROM unnest($1::int4[], $2::text[]) AS w(account, connection)
           JOIN business_connections k ON k.channel_account_id = w.account AND k.connection_id = w.connection
          CROSS JOIN LATERAL (
             SELECT e.connection_id FROM business_connections e
              WHERE e.channel_account_id = k.channel_account_id AND e.owner_id = k.owner_id ORDER BY e.id LIMIT 1) f`,
  items: { channelAccountId: 'int4', connectionId: 'text' },
  row: { channelAccountId: 'int4', connectionId: 'text', firstId: 'text' },
});

/** The first connection of the same owner, by the key of each given one that is known. */
export async function findFirstConnections(
  sql: Sql,
  named: readonly NamedConnection[],
): Promise<ReadonlyMap<string, string>> {
  const distinct = [...new Map(named.map((one) => [connectionKey(one), one])).values()];
  const rows = await findFirst.all(sql, distinct, {});
  return new Map(rows.map(({ firstId, ...connection }) => [connectionKey(connection), firstId]));
}
