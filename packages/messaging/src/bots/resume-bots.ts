import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';

const resume = defineStatement({
  name: 'bots.resume-with-credit',
  plan: 'index',
  text: `UPDATE bots SET status = 'active', stopped_reason = NULL, updated_at = $2
          WHERE tenant_id = $1 AND status = 'stopped' AND stopped_reason = 'no_credit'`,
  params: { tenantId: 'int4', updatedAt: 'timestamptz' },
});

/**
 * Starts the bots that stopped for lack of credit, in the transaction that adds credit and has locked the tenant
 * (docs/reference/bot-replies.md#credit).
 */
export const resumeBots = (sql: Sql, tenantId: number, at: Date): Promise<number> =>
  resume.run(sql, { tenantId, updatedAt: at });
