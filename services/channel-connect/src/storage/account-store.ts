import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { defineStatement } from '@parley/database/statement';
import { ACCOUNT_SELECT, toStoredAccount } from '@parley/messaging/accounts/account-row';
import { findNumberNamed } from '../domain/find-number.ts';
import type { ConnectWaNumberDeps } from '../use-cases/connect-wa-number.ts';
import type { ListChannelsDeps } from '../use-cases/list-channels.ts';
import type { ListTemplatesDeps } from '../use-cases/list-templates.ts';
import type { ListTenantChannelsDeps } from '../use-cases/list-tenant-channels.ts';

export type AccountStore = ListChannelsDeps &
  Pick<ListTenantChannelsDeps, 'listConnectedAfter'> &
  Pick<ConnectWaNumberDeps, 'isHeldByAnother'> &
  Pick<ListTemplatesDeps, 'findNumber' | 'rememberApproved'>;

/** A list that was requested earlier does not replace a later one. */
const saveTemplates = defineStatement({
  name: 'channel-connect.save-listed-templates',
  text: `INSERT INTO listed_templates (channel_account_id, tenant_id, approved_names, listed_at)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (channel_account_id)
         DO UPDATE SET approved_names = excluded.approved_names, listed_at = excluded.listed_at
          WHERE listed_templates.listed_at <= excluded.listed_at`,
  params: { accountId: 'int4', tenantId: 'int4', names: 'text[]', at: 'timestamptz' },
});

/** Connected accounts in PostgreSQL. */
export function makeAccountStore(database: Pick<PrismaDatabase, 'query' | 'prisma'>): AccountStore {
  const { prisma } = database;
  const listConnected: AccountStore['listConnected'] = async (tenantId, channels) => {
    const rows = await prisma.channelAccount.findMany({
      where: { tenantId, status: 'connected', channel: { in: [...channels] } },
      select: ACCOUNT_SELECT,
      orderBy: [{ connectedAt: 'asc' }, { id: 'asc' }],
    });
    return rows.map(toStoredAccount);
  };
  return {
    listConnected,
    async listConnectedAfter(tenantId, id, count) {
      const where = { tenantId, status: 'connected', id: { gt: id } };
      const rows = await prisma.channelAccount.findMany({
        where,
        select: ACCOUNT_SELECT,
        orderBy: { id: 'asc' },
        take: count,
      });
      return rows.map(toStoredAccount);
    },
    findNumber: async (tenantId, from) => findNumberNamed(await listConnected(tenantId, ['wa']), from),
    async isHeldByAnother(channel, externalId, tenantId) {
      const where = { channel, externalId, tenantId: { not: tenantId }, status: 'connected' };
      return (await prisma.channelAccount.findFirst({ where, select: { id: true } })) !== null;
    },
    async rememberApproved({ id: accountId, tenantId }, names, at) {
      await saveTemplates.run(database, { accountId, tenantId, names, at });
    },
  };
}
