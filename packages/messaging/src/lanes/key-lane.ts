import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

const add = defineStatement({
  name: 'lanes.add',
  text: 'INSERT INTO lanes (instance_id) VALUES ($1)',
  params: { instanceId: 'text' },
});

/** Creates the lane of a new key, in the transaction that creates the key: without a lane its deliveries are never sent. */
export async function addLane(sql: Sql, instanceId: string): Promise<void> {
  await add.run(sql, { instanceId });
}

const restart = defineStatement({
  name: 'lanes.restart',
  text: `UPDATE lanes
            SET claim_id = NULL, lease_until = NULL, paused_at = NULL, pause_reason = NULL, resume_at = NULL,
                consecutive_failures = 0, failing_since = NULL
          WHERE instance_id = $1 AND pause_reason IS DISTINCT FROM 'operator'`,
  params: { instanceId: 'text' },
});

/**
 * Resets the lane of a key, in the transaction that changes its webhook address, unless an operator paused it. This ends the
 * worker's claim, so that a late answer of the old address cannot pause the new one.
 */
export async function restartLane(sql: Sql, instanceId: string): Promise<void> {
  await restart.run(sql, { instanceId });
}
