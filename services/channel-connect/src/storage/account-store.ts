import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { ACCOUNT_COLUMNS, accountRow } from '@parley/messaging/accounts/account-row';
import { findNumberNamed } from '../domain/find-number.ts';
import type { ConnectWaNumberDeps } from '../use-cases/connect-wa-number.ts';
import type { ListChannelsDeps } from '../use-cases/list-channels.ts';
import type { ListTemplatesDeps } from '../use-cases/list-templates.ts';
import type { ListTenantChannelsDeps } from '../use-cases/list-tenant-channels.ts';

export type AccountStore = ListChannelsDeps &
  ListTenantChannelsDeps &
  Pick<ConnectWaNumberDeps, 'isHeldByAnother'> &
  Pick<ListTemplatesDeps, 'findNumber' | 'rememberApproved'>;

const findTenant = defineStatement({
  name: 'channel-connect.find-tenant',
  text: 'SELECT id FROM tenants WHERE slug = $1',
  params: { slug: 'text' },
  row: { id: 'int4' },
});

const listOnChannels = defineStatement({
  name: 'channel-connect.list-connected',
  text: `SELECT ${ACCOUNT_COLUMNS} FROM channel_accounts c
          WHERE c.tenant_id = $1 AND c.status = 'connected' AND c.channel = ANY ($2) ORDER BY c.connected_at, c.id`,
  params: { tenantId: 'int4', channels: 'text[]' },
  row: accountRow,
});

const listAfter = defineStatement({
  name: 'channel-connect.list-connected-after',
  text: `SELECT ${ACCOUNT_COLUMNS} FROM channel_accounts c
          WHERE c.tenant_id = $1 AND c.status = 'connected' AND c.id > $2 ORDER BY c.id LIMIT $3::int4`,
  params: { tenantId: 'int4', id: 'int4', count: 'int4' },
  row: accountRow,
});

const findOtherHolder = defineStatement({
  name: 'channel-connect.find-other-holder',
  text: `SELECT c.id FROM channel_accounts c
          WHERE c.channel = $1 AND c.external_id = $2 AND c.tenant_id <> $3 AND c.status = 'connected'`,
  params: { channel: 'text', externalId: 'text', tenantId: 'int4' },
  row: { id: 'int4' },
});

/** A list that was asked for earlier does not replace a later one. */
const saveTemplates = defineStatement({
  name: 'channel-connect.save-listed-templates',
  text: `INSERT INTO listed_templates (channel_account_id, tenant_id, approved_names, listed_at)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (channel_account_id)
         DO UPDATE SET approved_names = excluded.approved_names, listed_at = excluded.listed_at
          WHERE listed_templates.listed_at <= excluded.listed_at`,
  params: { accountId: 'int4', tenantId: 'int4', names: 'text[]', at: 'timestamptz' },
});

/** What is connected, read from PostgreSQL. */
export function makeAccountStore(sql: Sql): AccountStore {
  return {
    findTenantId: async (slug) => (await findTenant.first(sql, { slug }))?.id ?? null,
    listConnected: (tenantId, channels) => listOnChannels.all(sql, { tenantId, channels: [...channels] }),
    listConnectedAfter: (tenantId, id, count) => listAfter.all(sql, { tenantId, id, count }),
    findNumber: async (tenantId, from) =>
      findNumberNamed(await listOnChannels.all(sql, { tenantId, channels: ['wa'] }), from),
    isHeldByAnother: async (channel, externalId, tenantId) =>
      (await findOtherHolder.first(sql, { channel, externalId, tenantId })) !== null,
    async rememberApproved({ id: accountId, tenantId }, names, at) {
      await saveTemplates.run(sql, { accountId, tenantId, names, at });
    },
  };
}
