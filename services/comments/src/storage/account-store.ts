import { oneOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import type { CommentAccount } from '../domain/comment.ts';

/** An account that has comments, as rows give it. */
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
  text: `SELECT ${ACCOUNT_COLUMNS} FROM channel_accounts a
          WHERE a.status = 'connected' AND (a.channel, a.external_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
  items: { channel: 'text', externalId: 'text' },
  row: ACCOUNT,
});

const findById = defineStatement({
  name: 'comments.find-account',
  text: `SELECT ${ACCOUNT_COLUMNS} FROM channel_accounts a WHERE a.id = $1 AND a.tenant_id = $2 AND a.status = 'connected'`,
  params: { id: 'int4', tenantId: 'int4' },
  row: ACCOUNT,
});

/** The connected accounts that a provider's webhook names, whoever holds them, by `<channel>:<external id>`. */
export async function findAccounts(
  sql: Sql,
  named: readonly { channel: string; externalId: string }[],
): Promise<Map<string, CommentAccount>> {
  const accounts = await findByNames.all(sql, named, {});
  return new Map(accounts.map((account) => [`${account.channel}:${account.externalId}`, account]));
}

/** A connected account of the tenant, or null. */
export const findAccount = (sql: Sql, tenantId: number, accountId: number): Promise<CommentAccount | null> =>
  findById.first(sql, { id: accountId, tenantId });
