import { CHANNELS } from '@parley/common/channels';
import { oneOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { accountKey, type ConnectedAccount } from './connected-account.rules.ts';

const ACCOUNT = {
  id: 'int4',
  tenantId: 'int4',
  channel: oneOf(...CHANNELS),
  externalId: 'text',
  name: 'text',
  number: 'text?',
  consentWords: 'text?',
  awayHours: 'text?',
  asksRating: 'bool!',
} as const;
/** LIMIT makes the look-up of the tenant use its index. */
const ACCOUNTS = `SELECT a.id, a.tenant_id, a.channel, a.external_id, a.name, a.number, t.consent_words, t.away_hours, t.asks_rating
                    FROM channel_accounts a
                   CROSS JOIN LATERAL (
                     SELECT e.consent_words::text, e.satisfaction_question IS NOT NULL AS asks_rating,
                            CASE WHEN e.away_message IS NOT NULL THEN e.business_hours::text END AS away_hours
                       FROM tenants e WHERE e.id = a.tenant_id LIMIT 1) t`;

const connectedAccounts = defineStatement({
  name: 'inbound.connected-accounts',
  plan: 'index',
  text: `${ACCOUNTS}
          WHERE a.status = 'connected' AND a.channel || ':' || a.external_id = ANY ($1)`,
  params: { keys: 'text[]' },
  row: ACCOUNT,
});

/** The connected accounts among those that webhooks name, by {@link accountKey}; they determine the tenant. */
export async function findConnectedAccounts(
  sql: Sql,
  named: ReadonlySet<string>,
): Promise<Map<string, ConnectedAccount>> {
  if (named.size === 0) return new Map();
  const accounts = await connectedAccounts.all(sql, { keys: [...named] });
  return new Map(accounts.map((account) => [accountKey(account.channel, account.externalId), account]));
}

/** The connected account of this name; undefined: there is none. */
export async function findConnectedAccount(
  sql: Sql,
  channel: string,
  externalId: string,
): Promise<ConnectedAccount | undefined> {
  const key = accountKey(channel, externalId);
  return (await findConnectedAccounts(sql, new Set([key]))).get(key);
}

const accountsById = defineStatement({
  name: 'inbound.accounts-by-id',
  plan: 'index',
  text: `${ACCOUNTS} WHERE a.id = ANY ($1)`,
  params: { ids: 'int4[]' },
  row: ACCOUNT,
});

/** The accounts with these row ids, connected or not. */
export async function findAccountsById(sql: Sql, ids: readonly number[]): Promise<Map<number, ConnectedAccount>> {
  if (ids.length === 0) return new Map();
  const accounts = await accountsById.all(sql, { ids: [...ids] });
  return new Map(accounts.map((account) => [account.id, account]));
}

const callbackSecret = defineStatement({
  name: 'inbound.callback-secret',
  plan: 'index',
  text: `SELECT callback_secret_hash FROM channel_accounts
          WHERE channel = 'tg' AND external_id = $1 AND status = 'connected'`,
  params: { botId: 'text' },
  row: { callbackSecretHash: 'bytea?' },
});

/** SHA-256 of the secret that Telegram sends with a bot's updates; null when no such bot is connected. */
export const findCallbackSecretHash = async (sql: Sql, botId: string): Promise<Buffer | null> =>
  (await callbackSecret.first(sql, { botId }))?.callbackSecretHash ?? null;
