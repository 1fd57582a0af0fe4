import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import { defineDue } from '@parley/database/due/define-due';
import type { Sql } from '@parley/database/sql';
import { oneOf } from '@parley/database/statements/column';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { type ClaimedToken, RENEWED_CHANNELS } from './tiktok-token.rules.ts';

const CLAIMED_COLUMNS = `c.id AS account_id, c.tenant_id, c.channel, c.external_id, c.credentials, t.claim_id, t.attempts,
  t.refreshed_at`;
const claimedRow = {
  accountId: 'int4',
  tenantId: 'int4',
  channel: oneOf(...RENEWED_CHANNELS),
  externalId: 'text',
  credentials: 'text',
  claimId: 'text!',
  attempts: 'int4',
  refreshedAt: 'timestamptz',
} as const;

const claimFree = defineStatement({
  name: 'channel-connect.claim-token',
  text: `UPDATE channel_tokens t SET claim_id = $3, claimed_until = $5, holder = $6 FROM channel_accounts c
          WHERE c.tenant_id = $1 AND c.channel = 'tt' AND c.external_id = $2 AND c.status = 'connected'
            AND t.channel_account_id = c.id AND (t.claimed_until IS NULL OR t.claimed_until < $4)
         RETURNING ${CLAIMED_COLUMNS}`,
  params: {
    tenantId: 'int4',
    externalId: 'text',
    claimId: 'text',
    now: 'timestamptz',
    until: 'timestamptz',
    holder: 'int4?',
  },
  row: claimedRow,
});

/** Reads only the first rows; later ones are found when these are done. */
export const findDueToken = defineDue({
  name: 'channel-connect.find-due-token',
  text: `SELECT min(greatest(due_at, claimed_until)) AS due_at
           FROM (SELECT due_at, claimed_until FROM channel_tokens ORDER BY due_at LIMIT 100) first`,
});

const claimDue = defineStatement({
  name: 'channel-connect.claim-due-tokens',
  text: `UPDATE channel_tokens t SET claim_id = $1, claimed_until = $3, holder = $5, attempts = attempts + 1
           FROM channel_accounts c
          WHERE c.id = t.channel_account_id AND c.status = 'connected'
            AND t.channel_account_id IN (
              SELECT channel_account_id FROM channel_tokens
               WHERE due_at <= $2 AND (claimed_until IS NULL OR claimed_until < $2)
               ORDER BY due_at LIMIT $4::int4 FOR UPDATE SKIP LOCKED)
         RETURNING ${CLAIMED_COLUMNS}`,
  params: { claimId: 'text', now: 'timestamptz', until: 'timestamptz', count: 'int4', holder: 'int4?' },
  row: claimedRow,
});

export interface TokenClaim {
  claimId: string;
  now: Date;
  until: Date;
  holder: number | null;
}

/** Claims one account's token: `held` while another worker has it, null when the account is not connected. */
export async function claimToken(
  database: Pick<PrismaDatabase, 'query' | 'prisma'>,
  wanted: TokenClaim & { tenantId: number; externalId: string },
): Promise<ClaimedToken | 'held' | null> {
  const claimed = await claimFree.first(database, wanted);
  if (claimed) return claimed;
  const { tenantId, externalId } = wanted;
  const account = await database.prisma.channelAccount.findFirst({
    where: { tenantId, channel: 'tt', externalId, status: 'connected' },
    select: { channelToken: { select: { channelAccountId: true } } },
  });
  return account?.channelToken ? 'held' : null;
}

export const claimDueTokens = (sql: Sql, wanted: TokenClaim & { count: number }): Promise<ClaimedToken[]> =>
  claimDue.all(sql, wanted);

type Rows = Pick<PrismaTransaction, 'prisma'>;

/** Stores when the token of a new authorization must be renewed. */
export async function saveTokenDueAt(
  { prisma }: Rows,
  { id: channelAccountId, tenantId }: { id: number; tenantId: number },
  token: { dueAt: Date; refreshedAt: Date },
): Promise<void> {
  await prisma.channelToken.upsert({
    where: { channelAccountId },
    create: { channelAccountId, tenantId, ...token },
    update: { ...token, attempts: 0 },
  });
}

/** Ends the renewals of an account whose new token does not expire. */
export async function dropToken({ prisma }: Rows, { id, tenantId }: { id: number; tenantId: number }): Promise<void> {
  await prisma.channelToken.deleteMany({ where: { channelAccountId: id, tenantId } });
}

/** Ends the claim of a renewed token; false when it has no row any more. */
export async function markTokenRenewed(
  { prisma }: Rows,
  { accountId, tenantId }: ClaimedToken,
  renewed: { dueAt: Date; refreshedAt: Date },
): Promise<boolean> {
  const { count } = await prisma.channelToken.updateMany({
    where: { channelAccountId: accountId, tenantId },
    data: { ...renewed, attempts: 0, claimId: null, claimedUntil: null },
  });
  return count > 0;
}

/** Releases the claim, due again at this time; null keeps the stored time. */
export async function releaseToken(
  { prisma }: Rows,
  { accountId, tenantId, claimId }: ClaimedToken,
  dueAt: Date | null,
): Promise<void> {
  await prisma.channelToken.updateMany({
    where: { channelAccountId: accountId, tenantId, claimId },
    data: { claimId: null, claimedUntil: null, ...(dueAt ? { dueAt } : {}) },
  });
}
