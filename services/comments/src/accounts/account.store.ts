import { CommentPlatform } from '@parley/common/channels';
import type { Sql } from '@parley/database/sql';
import { oneOf } from '@parley/database/statements/column';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineBatchStatement } from '@parley/database/statements/statement';
import type { CommentAccount } from '../received/comment.rules.ts';

/** Columns of an account that has comments. */
export const ACCOUNT = {
  id: 'int4',
  tenantId: 'int4',
  channel: oneOf('fb', 'ig', 'tt'),
  externalId: 'text',
  name: 'text',
  credentials: 'text',
  connectedAt: 'timestamptz',
} as const;
export const ACCOUNT_COLUMNS = 'a.id, a.tenant_id, a.channel, a.external_id, a.name, a.credentials, a.connected_at';

const findByNames = defineBatchStatement({
  name: 'comments.find-accounts',
  plan: 'index',
  text: `SELECT ${ACCOUNT_COLUMNS} FROM channel_accounts a
          WHERE a.status = 'connected' AND (a.channel, a.external_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
  items: { channel: 'text', externalId: 'text' },
  row: ACCOUNT,
});

/** The connected accounts named in a provider's webhook, of any tenant, by `<channel>:<external id>`. */
export async function findAccounts(
  sql: Sql,
  named: readonly { channel: string; externalId: string }[],
): Promise<Map<string, CommentAccount>> {
  const accounts = await findByNames.all(sql, named, {});
  return new Map(accounts.map((account) => [`${account.channel}:${account.externalId}`, account]));
}

const ACCOUNT_SELECT = {
  id: true,
  tenantId: true,
  channel: true,
  externalId: true,
  name: true,
  credentials: true,
  connectedAt: true,
} as const;

/** A connected account of the tenant, or null. */
export async function findAccount(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  tenantId: number,
  accountId: number,
): Promise<CommentAccount | null> {
  const where = { id: accountId, tenantId, status: 'connected' };
  const account = await prisma.channelAccount.findFirst({ where, select: ACCOUNT_SELECT });
  return account && { ...account, channel: CommentPlatform.parse(account.channel) };
}
