import { anonymousHolder, type ClaimAs } from '@parley/database/claim-holder';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { defineStatement } from '@parley/database/statement';
import { replaceAccountCredentials } from '@parley/messaging/accounts/write-accounts';
import type { RefreshTokenDeps } from '../use-cases/refresh-token.ts';

const CLAIMED_COLUMNS = `c.id AS account_id, c.tenant_id, c.external_id, c.credentials, t.claim_id, t.attempts,
  t.refreshed_at`;
const claimedRow = {
  accountId: 'int4',
  tenantId: 'int4',
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

const claimDueTokens = defineStatement({
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

/** Claims of token renewals in PostgreSQL. */
export function makeTokenStore(
  database: PrismaDatabase,
  claimAs: ClaimAs = anonymousHolder,
): RefreshTokenDeps['tokens'] {
  const { prisma } = database;
  return {
    async claimOne({ tenantId, externalId, ...wanted }) {
      const claimed = await claimFree.first(database, { tenantId, externalId, ...wanted, holder: await claimAs() });
      if (claimed) return claimed;
      const account = await prisma.channelAccount.findFirst({
        where: { tenantId, channel: 'tt', externalId, status: 'connected' },
        select: { channelToken: { select: { channelAccountId: true } } },
      });
      return account?.channelToken ? 'held' : null;
    },
    claimDue: async (wanted) => claimDueTokens.all(database, { ...wanted, holder: await claimAs() }),
    replace: ({ accountId, tenantId, credentials: before }, credentials, dueAt, now) =>
      database.prismaTransaction(async (transaction) => {
        const renewed = { id: accountId, tenantId, before, credentials, at: now };
        if (!(await replaceAccountCredentials(transaction.prisma, renewed))) return false;
        const { count } = await transaction.prisma.channelToken.updateMany({
          where: { channelAccountId: accountId, tenantId },
          data: { dueAt, refreshedAt: now, attempts: 0, claimId: null, claimedUntil: null },
        });
        return count > 0;
      }),
    async release({ accountId, tenantId, claimId }, dueAt) {
      await prisma.channelToken.updateMany({
        where: { channelAccountId: accountId, tenantId, claimId },
        data: { claimId: null, claimedUntil: null, ...(dueAt ? { dueAt } : {}) },
      });
    },
  };
}
