import { CHANNELS } from '@parley/common/channels';
import type { Cipher } from '@parley/database/encryption';
import type { Sql } from '@parley/database/sql';
import { oneOf } from '@parley/database/statements/column';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { findCredentials, openCredentials } from '@parley/messaging/accounts/credentials';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import { accountKey, type ConnectedAccount } from './account.rules.ts';

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
  isShared: 'bool!',
} as const;
/** LIMIT makes the look-up of the tenant use its index. */
const ACCOUNTS = `SELECT a.id, a.tenant_id, a.channel, a.external_id, a.name, a.number, t.consent_words, t.away_hours, t.asks_rating,
                        a.shared_since IS NOT NULL AS is_shared
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

const ofOtherLogin = defineStatement({
  name: 'inbound.accounts-of-other-login',
  plan: 'index',
  text: `SELECT external_id FROM channel_accounts
          WHERE channel = 'ig' AND external_id = ANY ($1) AND status = 'connected'
            AND (linked_account_id IS NULL) <> $2`,
  params: { externalIds: 'text[]', isOwn: 'bool' },
  row: { externalId: 'text' },
});

/** Those of these Instagram accounts that are connected with another login: a page's, or their own. */
export const findOfOtherLogin = async (
  sql: Sql,
  externalIds: string[],
  login: 'facebook' | 'instagram',
): Promise<string[]> =>
  (await ofOtherLogin.all(sql, { externalIds, isOwn: login === 'instagram' })).map(({ externalId }) => externalId);

/** Accounts from recent look-ups: the expected result of the next one. */
export interface RecentAccounts {
  /** Null when one of them was not looked up recently. */
  recall(named: ReadonlySet<string>): Map<string, ConnectedAccount> | null;
  /** Remembers the result of a look-up, including accounts that were not found. */
  remember(named: ReadonlySet<string>, found: ReadonlyMap<string, ConnectedAccount>): void;
}

const MOST = 10_000;

export function makeRecentAccounts(): RecentAccounts {
  const known = makeBoundedMap<string, { account: ConnectedAccount | undefined }>(MOST);
  return {
    recall(named) {
      const accounts = new Map<string, ConnectedAccount>();
      for (const key of named) {
        const entry = known.get(key);
        if (!entry) return null;
        if (entry.account) accounts.set(key, entry.account);
      }
      return accounts;
    },
    remember(named, found) {
      for (const key of named) known.set(key, { account: found.get(key) });
    },
  };
}

/** The token of a connected bot; null where there is none. */
export async function findBotToken(
  database: Pick<PrismaDatabase, 'prisma'>,
  cipher: Pick<Cipher, 'decrypt'>,
  botId: string,
): Promise<string | null> {
  const stored = await findCredentials(database, 'tg', botId);
  return stored === null ? null : (openCredentials(cipher, stored).bot_token ?? null);
}
