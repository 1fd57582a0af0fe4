import type { AccountRestriction } from '@parley/common/contracts/console/channel-health';
import type { DisconnectReason } from '@parley/common/events';
import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import { detachFromBots } from '../bots/take-off-bots.ts';
import { writeFacts } from '../notify/write-facts.ts';
import { ACCOUNT_COLUMNS, accountRow, type StoredAccount } from './account-row.ts';
import { PAGE_FIELDS_VERSION } from './page-subscription.ts';

const insertConnected = defineStatement({
  name: 'channel-accounts.insert-connected',
  plan: 'index',
  text: `INSERT INTO channel_accounts AS c
           (tenant_id, channel, external_id, name, number, waba_id, status, credentials, connected_at)
         VALUES ($1, $2, $3, $4, $5, $6, 'connected', $7, $8) RETURNING ${ACCOUNT_COLUMNS}`,
  params: {
    tenantId: 'int4',
    channel: 'text',
    externalId: 'text',
    name: 'text',
    number: 'text?',
    wabaId: 'text?',
    credentials: 'text',
    connectedAt: 'timestamptz',
  },
  row: accountRow,
});

/** An account that is already connected keeps its connection time. */
const connect = defineStatement({
  name: 'channel-accounts.connect',
  text: `UPDATE channel_accounts c
            SET status = 'connected', claimed_until = NULL, name = $2, number = $3, waba_id = $4, credentials = $5,
                callback_secret_hash = $6, linked_account_id = $7, authorized_at = $8, token_expires_at = $9,
                authorized_by = $10,
                connected_at = CASE WHEN old.status = 'connected' THEN old.connected_at ELSE $8 END,
                disconnected_at = NULL, disconnect_reason = NULL, offline_since = NULL,
                subscribed_fields = ${PAGE_FIELDS_VERSION}, resubscribe_at = NULL
           FROM channel_accounts old WHERE c.id = $1 AND old.id = c.id
         RETURNING ${ACCOUNT_COLUMNS}, old.status = 'connected' AS was_connected, old.credentials AS credentials_before`,
  params: {
    id: 'int4',
    name: 'text',
    number: 'text?',
    wabaId: 'text?',
    credentials: 'text',
    callbackSecretHash: 'bytea?',
    linkedAccountId: 'int4?',
    at: 'timestamptz',
    tokenExpiresAt: 'timestamptz?',
    authorizedBy: 'text?',
  },
  row: { ...accountRow, wasConnected: 'bool!', credentialsBefore: 'text!' },
});

const disconnect = defineStatement({
  name: 'channel-accounts.disconnect',
  plan: 'index',
  text: `UPDATE channel_accounts
            SET status = 'disconnected', disconnected_at = $2, disconnect_reason = $3, credentials = $4,
                authorized_by = NULL, callback_secret_hash = NULL, restrictions = '[]', restricted_at = NULL,
                quality_rating = NULL, quality_tier = NULL, quality_at = NULL,
                offline_since = NULL, offline_reported_at = NULL, token_expires_at = NULL
          WHERE id = $1 AND status = 'connected'
         RETURNING tenant_id, channel, name`,
  params: { id: 'int4', at: 'timestamptz', reason: 'text', emptyCredentials: 'text' },
  row: { tenantId: 'int4', channel: 'text', name: 'text' },
});

const deleteUnused = defineStatement({
  name: 'channel-accounts.delete-unused',
  text: `DELETE FROM channel_accounts a
          WHERE a.tenant_id = $1
            AND (a.status = 'disconnected' OR (a.status = 'connecting' AND a.claimed_until < $2))
            AND NOT EXISTS (SELECT 1 FROM removal_jobs j WHERE j.tenant_id = $1)
            AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.tenant_id = $1)
            AND NOT EXISTS (SELECT 1 FROM conversations c WHERE c.tenant_id = $1)
            AND NOT EXISTS (SELECT 1 FROM comments c WHERE c.tenant_id = $1)
            AND NOT EXISTS (SELECT 1 FROM comment_threads t WHERE t.channel_account_id = a.id)
            AND NOT EXISTS (SELECT 1 FROM pending_updates p WHERE p.channel_account_id = a.id)`,
  params: { tenantId: 'int4', now: 'timestamptz' },
});

/** Inserts an account that is connected at once. */
export async function insertConnectedAccount(
  sql: Sql,
  account: Omit<StoredAccount, 'id' | 'offlineSince'>,
): Promise<StoredAccount> {
  const row = await insertConnected.first(sql, account);
  if (!row) throw new Error('A channel account was not written.');
  return row;
}

/** The data of a new connection; null for fields that its channel does not have. */
export interface Connection {
  id: number;
  name: string;
  number: string | null;
  wabaId: string | null;
  credentials: string;
  /** SHA-256 of the secret that the provider sends with each callback (tg). */
  callbackSecretHash: Buffer | null;
  /** The page through which an ig account is reached. */
  linkedAccountId: number | null;
  /** The login that gave the credentials, as the platform names it when its owner removes the app. */
  authorizedBy?: string | null;
  /** When the provider issued the credentials. */
  at: Date;
  /** When a token ends that only its owner can renew. */
  tokenExpiresAt?: Date | null;
}

/** Connects an account that has a row: its conversations keep their ids. */
export async function connectAccount(
  sql: Sql,
  connection: Connection,
): Promise<{ account: StoredAccount; wasConnected: boolean; credentialsBefore: string }> {
  const row = await connect.first(sql, { tokenExpiresAt: null, authorizedBy: null, ...connection });
  if (!row) throw new Error('A channel account that is locked was not written.');
  const { wasConnected, credentialsBefore, ...account } = row;
  return { account, wasConnected, credentialsBefore };
}

/** Returns false, and writes nothing, when the account is not connected: then no event is due. */
export async function disconnectAccount(
  sql: Sql,
  id: number,
  gone: { reason: DisconnectReason; at: Date; emptyCredentials: string },
): Promise<boolean> {
  const account = await disconnect.first(sql, { id, ...gone });
  if (!account) return false;
  const { tenantId, channel, name } = account;
  const { reason, at } = gone;
  await detachFromBots(sql, { tenantId, accountId: id, at });
  await writeFacts(sql, [
    {
      tenantId,
      kind: 'channel_disconnected',
      subject: String(id),
      period: at.toISOString(),
      data: { channel, account: name, reason },
      happenedAt: at,
    },
  ]);
  return true;
}

/** Replaces the credentials `before` with renewed ones; returns false when others have replaced them first. */
export async function replaceAccountCredentials(
  prisma: Pick<PrismaTransaction['prisma'], 'channelAccount'>,
  renewed: { id: number; tenantId: number; before: string; credentials: string; at: Date },
): Promise<boolean> {
  const { id, tenantId, before, credentials, at } = renewed;
  const { count } = await prisma.channelAccount.updateMany({
    where: { id, tenantId, status: 'connected', credentials: before },
    data: { credentials, authorizedAt: at },
  });
  return count > 0;
}

/** A platform's report about an account since `at`; a report that is not newer than the last one is not written. */
interface PlatformReport {
  id: number;
  tenantId: number;
  at: Date;
}

const isConnectedAt = ({ id, tenantId }: PlatformReport) => ({ id, tenantId, status: 'connected' });

/** Stores the limits that the platform put on an account, replacing the earlier ones; returns whether it did. */
export async function keepRestrictions(
  { channelAccount }: Pick<PrismaTransaction['prisma'], 'channelAccount'>,
  { restrictions, ...report }: PlatformReport & { restrictions: readonly AccountRestriction[] },
): Promise<boolean> {
  const { count } = await channelAccount.updateMany({
    where: { ...isConnectedAt(report), OR: [{ restrictedAt: null }, { restrictedAt: { lt: report.at } }] },
    data: { restrictions: [...restrictions], restrictedAt: report.at },
  });
  return count > 0;
}

/**
 * Stores that the platform suspends a number, or resumes it; returns whether the report is newer than the stored one.
 */
export async function keepOffline(
  { channelAccount }: Pick<PrismaTransaction['prisma'], 'channelAccount'>,
  { isOffline, ...report }: PlatformReport & { isOffline: boolean },
): Promise<boolean> {
  const { count } = await channelAccount.updateMany({
    where: { ...isConnectedAt(report), OR: [{ offlineReportedAt: null }, { offlineReportedAt: { lt: report.at } }] },
    data: { offlineSince: isOffline ? report.at : null, offlineReportedAt: report.at },
  });
  return count > 0;
}

/** Stores the platform's rating of a number; an absent member is unchanged. Returns whether it did. */
export async function keepQuality(
  { channelAccount }: Pick<PrismaTransaction['prisma'], 'channelAccount'>,
  { rating, limitTier, ...report }: PlatformReport & { rating?: string | undefined; limitTier?: string | undefined },
): Promise<boolean> {
  const { count } = await channelAccount.updateMany({
    where: { ...isConnectedAt(report), OR: [{ qualityAt: null }, { qualityAt: { lt: report.at } }] },
    data: {
      ...(rating === undefined ? {} : { qualityRating: rating }),
      ...(limitTier === undefined ? {} : { qualityTier: limitTier }),
      qualityAt: report.at,
    },
  });
  return count > 0;
}

/** Deletes a tenant's disconnected accounts that no row refers to; returns the number of deleted rows. */
export const deleteUnusedAccounts = (sql: Sql, tenantId: number, now: Date): Promise<number> =>
  deleteUnused.run(sql, { tenantId, now });
