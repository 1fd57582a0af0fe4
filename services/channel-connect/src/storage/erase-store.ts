import { CHANNELS, type Channel } from '@parley/common/channels';
import { oneOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { deleteUnusedAccounts } from '@parley/messaging/accounts/write-accounts';
import { OWN_CHANNELS } from '../domain/channel-account.ts';

/** An account that is connected now. */
export interface ConnectedAccount {
  channel: Channel;
  externalId: string;
}

const findConnectedOn = defineStatement({
  name: 'channel-connect.find-connected-to-erase',
  text: `SELECT channel, external_id FROM channel_accounts
          WHERE tenant_id = $1 AND status = 'connected' AND channel = ANY ($2) ORDER BY id LIMIT $3::int4`,
  params: { tenantId: 'int4', channels: 'text[]', count: 'int4' },
  row: { channel: oneOf(...CHANNELS), externalId: 'text' },
});

const removeRows = defineStatement({
  name: 'channel-connect.remove-of-tenant',
  text: `WITH links AS (DELETE FROM connect_links WHERE tenant_id = $1 RETURNING 1),
              lists AS (DELETE FROM listed_templates WHERE tenant_id = $1 RETURNING 1),
              tokens AS (DELETE FROM channel_tokens WHERE tenant_id = $1 RETURNING 1)
         SELECT (SELECT count(*)::int4 FROM links) AS links, (SELECT count(*)::int4 FROM lists) AS template_lists,
                (SELECT count(*)::int4 FROM tokens) AS tokens`,
  params: { tenantId: 'int4' },
  row: { links: 'int4!', templateLists: 'int4!', tokens: 'int4!' },
});

const countStanding = defineStatement({
  name: 'channel-connect.count-left-of-tenant',
  text: `SELECT (SELECT count(*)::int4 FROM channel_accounts WHERE tenant_id = $1) AS accounts,
                (SELECT count(*)::int4 FROM removal_jobs WHERE tenant_id = $1) AS jobs`,
  params: { tenantId: 'int4' },
  row: { accounts: 'int4!', jobs: 'int4!' },
});

/** Connected accounts of a tenant that this service takes away. */
export const findConnected = (sql: Sql, tenantId: number, count: number): Promise<ConnectedAccount[]> =>
  findConnectedOn.all(sql, { tenantId, channels: [...OWN_CHANNELS], count });

/** Links, lists and tokens of a tenant; accounts as well, once nobody keeps anything of them any more. */
export async function removeTenantRows(sql: Sql, tenantId: number, now: Date): Promise<Record<string, number>> {
  const removed = await removeRows.first(sql, { tenantId });
  const { links = 0, templateLists = 0, tokens = 0 } = removed ?? {};
  return { links, template_lists: templateLists, tokens, channels: await deleteUnusedAccounts(sql, tenantId, now) };
}

/** Accounts that stand, and providers that have not been told yet. */
export async function countLeft(sql: Sql, tenantId: number): Promise<number> {
  const left = await countStanding.first(sql, { tenantId });
  return left ? left.accounts + left.jobs : 0;
}
