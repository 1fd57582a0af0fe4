import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';

const takeOff = defineStatement({
  name: 'bots.take-off-account',
  text: `UPDATE bots SET accounts = array_remove(accounts, $2), updated_at = $3,
                enabled = enabled AND accounts <> ARRAY[$2],
                status = CASE WHEN accounts = ARRAY[$2] THEN 'stopped' ELSE status END,
                stopped_reason = CASE WHEN accounts = ARRAY[$2] THEN 'no_account' ELSE stopped_reason END
          WHERE tenant_id = $1 AND $2 = ANY (accounts)`,
  params: { tenantId: 'int4', accountId: 'int4', at: 'timestamptz' },
});

/**
 * Removes a disconnected account from its bots. A bot without another account is stopped: an empty list would mean
 * every account.
 */
export const detachFromBots = async (
  sql: Sql,
  given: { tenantId: number; accountId: number; at: Date },
): Promise<void> => {
  await takeOff.run(sql, given);
};
