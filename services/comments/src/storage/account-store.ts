import { CommentPlatform } from '@parley/common/channels';
import type { Sql } from '@parley/prisma/sql';
import type { CommentAccount } from '../domain/comment.ts';

export interface AccountRow {
  id: number;
  tenant_id: number;
  channel: string;
  external_id: string;
  name: string;
  credentials: string;
  connected_at: Date;
}

export const ACCOUNT_COLUMNS = 'id, tenant_id, channel, external_id, name, credentials, connected_at';

export const toCommentAccount = (row: AccountRow): CommentAccount => ({
  id: row.id,
  tenantId: row.tenant_id,
  channel: CommentPlatform.parse(row.channel),
  externalId: row.external_id,
  name: row.name,
  credentials: row.credentials,
  connectedAt: row.connected_at,
});

/** The connected accounts that a provider's webhook names, whoever holds them, by `<channel>:<external id>`. */
export async function findAccounts(
  sql: Sql,
  named: readonly { channel: string; externalId: string }[],
): Promise<Map<string, CommentAccount>> {
  const { rows } = await sql.query<AccountRow>({
    name: 'comments-find-accounts',
    text: `SELECT ${ACCOUNT_COLUMNS} FROM channel_accounts
            WHERE status = 'connected' AND (channel, external_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    values: [named.map(({ channel }) => channel), named.map(({ externalId }) => externalId)],
  });
  return new Map(rows.map((row) => [`${row.channel}:${row.external_id}`, toCommentAccount(row)]));
}

/** A connected account of the tenant, or null. */
export async function findAccount(sql: Sql, tenantId: number, accountId: number): Promise<CommentAccount | null> {
  const { rows } = await sql.query<AccountRow>({
    name: 'comments-find-account',
    text: `SELECT ${ACCOUNT_COLUMNS} FROM channel_accounts WHERE id = $1 AND tenant_id = $2 AND status = 'connected'`,
    values: [accountId, tenantId],
  });
  return rows[0] ? toCommentAccount(rows[0]) : null;
}
