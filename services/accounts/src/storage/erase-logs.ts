import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

/** Maximum rows of one statement, so that no transaction grows with the tenant. */
const ERASED_AT_ONCE = 5000;

const params = { tenantId: 'int4' } as const;

const eraseRequests = defineStatement({
  name: 'accounts.erase-requests',
  text: `DELETE FROM request_log
          WHERE seq IN (SELECT seq FROM request_log WHERE tenant_id = $1 ORDER BY seq LIMIT ${ERASED_AT_ONCE})`,
  params,
});

const eraseKeyHours = defineStatement({
  name: 'accounts.erase-hours-of-keys',
  text: `DELETE FROM key_hours
          WHERE (tenant_id, instance_id, hour) IN (SELECT tenant_id, instance_id, hour FROM key_hours
                                                    WHERE tenant_id = $1 ORDER BY instance_id, hour
                                                    LIMIT ${ERASED_AT_ONCE})`,
  params,
});

const eraseAudit = defineStatement({
  name: 'accounts.erase-audit',
  text: `DELETE FROM audit_log
          WHERE id IN (SELECT id FROM audit_log WHERE coalesce(tenant_id, 0) = $1 ORDER BY id LIMIT ${ERASED_AT_ONCE})`,
  params,
});

/**
 * Deletes the request log and the audit log of an erased tenant in batches. Each batch commits by itself: after a kill,
 * the next run of the erasure deletes the rest. Nothing new is logged for a tenant whose slug is gone.
 */
export async function eraseLogs(sql: Sql, tenantId: number): Promise<void> {
  for (const erase of [eraseRequests, eraseKeyHours, eraseAudit]) {
    let count = ERASED_AT_ONCE;
    while (count === ERASED_AT_ONCE) count = await erase.run(sql, { tenantId });
  }
}
