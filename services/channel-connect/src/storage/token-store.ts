import { type ClaimAs, claimAsNobody } from '@parley/prisma/claim-holder';
import type { Sql } from '@parley/prisma/sql';
import type { ClaimedToken, RefreshTokenDeps } from '../use-cases/refresh-token.ts';

interface TokenRow {
  account_id: number;
  tenant_id: number;
  external_id: string;
  credentials: string;
  attempts: number;
  refreshed_at: Date;
}

const toToken = (row: TokenRow, claimId: string): ClaimedToken => ({
  accountId: row.account_id,
  tenantId: row.tenant_id,
  externalId: row.external_id,
  credentials: row.credentials,
  claimId,
  attempts: row.attempts,
  refreshedAt: row.refreshed_at,
});

const CLAIMED = 'c.id AS account_id, c.tenant_id, c.external_id, c.credentials, t.attempts, t.refreshed_at';

/** Who renews which token, in PostgreSQL. */
export function makeTokenStore(sql: Sql, claimAs: ClaimAs = claimAsNobody): RefreshTokenDeps['tokens'] {
  return {
    async claimOne({ tenantId, externalId, claimId, now, until }) {
      const { rows } = await sql.query<TokenRow>({
        text: `UPDATE channel_tokens t SET claim_id = $3, claimed_until = $5, holder = $6 FROM channel_accounts c
                WHERE c.tenant_id = $1 AND c.channel = 'tt' AND c.external_id = $2 AND c.status = 'connected'
                  AND t.channel_account_id = c.id AND (t.claimed_until IS NULL OR t.claimed_until < $4)
               RETURNING ${CLAIMED}`,
        values: [tenantId, externalId, claimId, now, until, await claimAs()],
      });
      if (rows[0]) return toToken(rows[0], claimId);
      const held = await sql.query({
        text: `SELECT 1 FROM channel_accounts c JOIN channel_tokens t ON t.channel_account_id = c.id
                WHERE c.tenant_id = $1 AND c.channel = 'tt' AND c.external_id = $2 AND c.status = 'connected'`,
        values: [tenantId, externalId],
      });
      return held.rowCount > 0 ? 'held' : null;
    },
    async claimDue({ claimId, now, until, count }) {
      const { rows } = await sql.query<TokenRow>({
        name: 'tokens-claim-due',
        text: `UPDATE channel_tokens t SET claim_id = $1, claimed_until = $3, holder = $5, attempts = attempts + 1
                 FROM channel_accounts c
                WHERE c.id = t.channel_account_id AND c.status = 'connected'
                  AND t.channel_account_id IN (
                    SELECT channel_account_id FROM channel_tokens
                     WHERE due_at <= $2 AND (claimed_until IS NULL OR claimed_until < $2)
                     ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED)
               RETURNING ${CLAIMED}`,
        values: [claimId, now, until, count, await claimAs()],
      });
      return rows.map((row) => toToken(row, claimId));
    },
    async replace({ accountId, tenantId, credentials: before }, credentials, dueAt, now) {
      const { rowCount } = await sql.query({
        text: `WITH stored AS (
                 UPDATE channel_accounts SET credentials = $4, authorized_at = $6
                  WHERE id = $1 AND tenant_id = $2 AND status = 'connected' AND credentials = $3 RETURNING id)
               UPDATE channel_tokens t
                  SET due_at = $5, refreshed_at = $6, attempts = 0, claim_id = NULL, claimed_until = NULL
                 FROM stored WHERE t.channel_account_id = stored.id`,
        values: [accountId, tenantId, before, credentials, dueAt, now],
      });
      return rowCount > 0;
    },
    async release({ accountId, claimId }, dueAt) {
      await sql.query({
        text: `UPDATE channel_tokens SET claim_id = NULL, claimed_until = NULL, due_at = coalesce($3, due_at)
                WHERE channel_account_id = $1 AND claim_id = $2`,
        values: [accountId, claimId, dueAt],
      });
    },
  };
}
