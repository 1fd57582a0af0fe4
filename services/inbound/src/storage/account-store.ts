import { CHANNELS } from '@parley/common/channels';
import type { Sql } from '@parley/prisma/sql';
import type { WebhookAccount } from '@parley/providers/inbound-item';
import type { HeldAccount } from '../domain/held-account.ts';

interface AccountRow {
  id: number;
  tenant_id: number;
  channel: string;
  external_id: string;
  name: string;
  number: string | null;
}

function toHeldAccount(row: AccountRow): HeldAccount {
  const channel = CHANNELS.find((code) => code === row.channel);
  if (!channel) throw new Error(`Account ${row.id} has the unknown channel ${row.channel}.`);
  return {
    id: row.id,
    tenantId: row.tenant_id,
    channel,
    externalId: row.external_id,
    name: row.name,
    number: row.number,
  };
}

/** Key of an account as providers name it. */
export const accountKey = (channel: string, externalId: string): string => `${channel}:${externalId}`;

/** The account that a webhook names, or the other one that it may be; undefined where neither is held here. */
export const heldAccount = (
  held: ReadonlyMap<string, HeldAccount>,
  { channel, externalId, otherExternalId }: WebhookAccount,
): HeldAccount | undefined =>
  held.get(accountKey(channel, externalId)) ??
  (otherExternalId === undefined ? undefined : held.get(accountKey(channel, otherExternalId)));

/** The connected accounts among those that webhooks name, by {@link accountKey}: here the webhook finds its tenant. */
export async function findHeldAccounts(sql: Sql, named: ReadonlySet<string>): Promise<Map<string, HeldAccount>> {
  if (named.size === 0) return new Map();
  const { rows } = await sql.query<AccountRow>({
    name: 'inbound-held-accounts',
    text: `SELECT id, tenant_id, channel, external_id, name, number FROM channel_accounts
            WHERE status = 'connected' AND channel || ':' || external_id = ANY ($1)`,
    values: [[...named]],
  });
  return new Map(rows.map((row) => [accountKey(row.channel, row.external_id), toHeldAccount(row)]));
}

/** The accounts with these row ids, connected or not. */
export async function findAccountsById(sql: Sql, ids: readonly number[]): Promise<Map<number, HeldAccount>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql.query<AccountRow>({
    name: 'inbound-accounts-by-id',
    text: 'SELECT id, tenant_id, channel, external_id, name, number FROM channel_accounts WHERE id = ANY ($1)',
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, toHeldAccount(row)]));
}

/** SHA-256 of the secret that Telegram sends with a bot's updates; null when no such bot is connected. */
export async function findCallbackSecretHash(sql: Sql, botId: string): Promise<Buffer | null> {
  const { rows } = await sql.query<{ callback_secret_hash: Buffer | null }>({
    name: 'inbound-callback-secret',
    text: `SELECT callback_secret_hash FROM channel_accounts
            WHERE channel = 'tg' AND external_id = $1 AND status = 'connected'`,
    values: [botId],
  });
  return rows[0]?.callback_secret_hash ?? null;
}

/** The encrypted credentials of a connected account, or null. */
export async function findCredentials(sql: Sql, channel: string, externalId: string): Promise<string | null> {
  const { rows } = await sql.query<{ credentials: string }>({
    name: 'inbound-find-credentials',
    text: `SELECT credentials FROM channel_accounts WHERE channel = $1 AND external_id = $2 AND status = 'connected'`,
    values: [channel, externalId],
  });
  return rows[0]?.credentials ?? null;
}
