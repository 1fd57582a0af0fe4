import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import type { AppTraces } from './provider-apps.rules.ts';

/** Maximum messages read, so that the cost does not grow with the deployment's history. */
const LOOKED_AT = 5000;

const findVersions = defineStatement({
  name: 'notifications.find-versions',
  text: `SELECT current_setting('server_version') AS postgresql,
                (SELECT max(migration_name) FROM _prisma_migrations
                  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL)::text AS migration`,
  params: {},
  row: { postgresql: 'text!', migration: 'text?' },
});

/** Versions of PostgreSQL and of the schema. */
export async function readDatabaseVersions(sql: Sql): Promise<{ postgresql: string; migration: string | null }> {
  const versions = await findVersions.first(sql, {});
  if (!versions) throw new Error('PostgreSQL did not say its version.');
  return versions;
}

const findReceived = defineStatement({
  name: 'notifications.find-last-received',
  text: `SELECT channel, max(created_at) FILTER (WHERE direction = 'in') AS at
           FROM (SELECT channel, direction, created_at FROM messages ORDER BY id DESC LIMIT ${LOOKED_AT}) newest
          GROUP BY channel`,
  params: {},
  row: { channel: 'text', at: 'timestamptz?' },
});

const findRefusals = defineStatement({
  name: 'notifications.find-app-refusals',
  text: `SELECT DISTINCT ON (subject) subject, happened_at AS at, coalesce(data->>'message', '') AS message
           FROM notification_facts
          WHERE coalesce(tenant_id, 0) = 0 AND kind = 'provider_app_refused'
          ORDER BY subject, period DESC`,
  params: {},
  row: { subject: 'text', at: 'timestamptz', message: 'text!' },
});

/** Recent activity of the provider apps. */
export async function findAppTraces(sql: Sql): Promise<AppTraces> {
  const received = await findReceived.all(sql, {});
  const refusals = await findRefusals.all(sql, {});
  return {
    lastReceived: new Map(received.flatMap(({ channel, at }) => (at ? [[channel, at]] : []))),
    refusals: new Map(refusals.map(({ subject, ...refusal }) => [subject, refusal])),
  };
}
