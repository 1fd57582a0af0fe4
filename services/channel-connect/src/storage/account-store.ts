import type { Sql } from '@parley/prisma/sql';
import { digitsOf } from '../domain/phone-number.ts';
import type { ConnectWaNumberDeps } from '../use-cases/connect-wa-number.ts';
import type { ListChannelsDeps } from '../use-cases/list-channels.ts';
import type { ListTemplatesDeps } from '../use-cases/list-templates.ts';
import type { ListTenantChannelsDeps } from '../use-cases/list-tenant-channels.ts';
import { type AccountRow, COLUMNS, toAccount } from './account-rows.ts';

export type AccountStore = ListChannelsDeps &
  ListTenantChannelsDeps &
  Pick<ConnectWaNumberDeps, 'isHeldByAnother'> &
  Pick<ListTemplatesDeps, 'findNumber' | 'rememberApproved'>;

/** What is connected, read from PostgreSQL. */
export function makeAccountStore(sql: Sql): AccountStore {
  const list = async (name: string, condition: string, values: unknown[]) => {
    const text = `SELECT ${COLUMNS} FROM channel_accounts WHERE tenant_id = $1 AND status = 'connected' AND ${condition}`;
    return (await sql.query<AccountRow>({ name, text, values })).rows.map(toAccount);
  };
  return {
    async findTenantId(slug) {
      const text = 'SELECT id FROM tenants WHERE slug = $1';
      const { rows } = await sql.query<{ id: number }>({ name: 'channels-find-tenant', text, values: [slug] });
      return rows[0]?.id ?? null;
    },
    listConnected: (tenantId, channels) =>
      list('channels-list', 'channel = ANY ($2) ORDER BY connected_at, id', [tenantId, channels]),
    listConnectedAfter: (tenantId, id, count) =>
      list('channels-list-after', 'id > $2 ORDER BY id LIMIT $3', [tenantId, id, count]),
    async findNumber(tenantId, from) {
      const condition = `channel = 'wa'
        AND ($2::text IS NULL OR $2 IN (external_id, name) OR regexp_replace(number, '\\D', '', 'g') = $3)
        ORDER BY connected_at, id LIMIT 1`;
      const digits = from === null ? null : digitsOf(from);
      return (await list('channels-find-number', condition, [tenantId, from, digits]))[0] ?? null;
    },
    async isHeldByAnother(channel, externalId, tenantId) {
      const { rowCount } = await sql.query({
        name: 'channels-held-by-another',
        text: `SELECT 1 FROM channel_accounts
                WHERE channel = $1 AND external_id = $2 AND tenant_id <> $3 AND status = 'connected'`,
        values: [channel, externalId, tenantId],
      });
      return rowCount > 0;
    },
    async rememberApproved(account, names, at) {
      await sql.query({
        name: 'channels-remember-templates',
        text: `INSERT INTO listed_templates (channel_account_id, tenant_id, approved_names, listed_at)
               VALUES ($1, $2, $3, $4)
               ON CONFLICT (channel_account_id)
               DO UPDATE SET approved_names = excluded.approved_names, listed_at = excluded.listed_at
                WHERE listed_templates.listed_at <= excluded.listed_at`,
        values: [account.id, account.tenantId, names, at],
      });
    },
  };
}
