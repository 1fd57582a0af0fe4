import { type ClaimAs, claimAsNobody } from '@parley/database/claim-holder';
import type { Database } from '@parley/database/connect-database';
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

const findToken = defineStatement({
  name: 'channel-connect.find-token',
  text: `SELECT t.channel_account_id FROM channel_accounts c JOIN channel_tokens t ON t.channel_account_id = c.id
          WHERE c.tenant_id = $1 AND c.channel = 'tt' AND c.external_id = $2 AND c.status = 'connected'`,
  params: { tenantId: 'int4', externalId: 'text' },
  row: { channelAccountId: 'int4' },
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

const renewToken = defineStatement({
  name: 'channel-connect.renew-token',
  text: `UPDATE channel_tokens SET due_at = $2, refreshed_at = $3, attempts = 0, claim_id = NULL, claimed_until = NULL
          WHERE channel_account_id = $1`,
  params: { accountId: 'int4', dueAt: 'timestamptz', now: 'timestamptz' },
});

const releaseClaim = defineStatement({
  name: 'channel-connect.release-token',
  text: `UPDATE channel_tokens SET claim_id = NULL, claimed_until = NULL, due_at = coalesce($3, due_at)
          WHERE channel_account_id = $1 AND claim_id = $2`,
  params: { accountId: 'int4', claimId: 'text', dueAt: 'timestamptz?' },
});

/** Who renews which token, in PostgreSQL. */
export function makeTokenStore(
  database: Pick<Database, 'query' | 'transaction'>,
  claimAs: ClaimAs = claimAsNobody,
): RefreshTokenDeps['tokens'] {
  return {
    async claimOne(wanted) {
      const claimed = await claimFree.first(database, { ...wanted, holder: await claimAs() });
      if (claimed) return claimed;
      return (await findToken.first(database, wanted)) ? 'held' : null;
    },
    claimDue: async (wanted) => claimDueTokens.all(database, { ...wanted, holder: await claimAs() }),
    replace: ({ accountId, tenantId, credentials: before }, credentials, dueAt, now) =>
      database.transaction(async (sql) => {
        const renewed = { id: accountId, tenantId, before, credentials, at: now };
        if (!(await replaceAccountCredentials(sql, renewed))) return false;
        return (await renewToken.run(sql, { accountId, dueAt, now })) > 0;
      }),
    async release({ accountId, claimId }, dueAt) {
      await releaseClaim.run(database, { accountId, claimId, dueAt });
    },
  };
}
