import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';

const add = defineStatement({
  name: 'lanes.add',
  text: 'INSERT INTO lanes (instance_id) VALUES ($1)',
  params: { instanceId: 'text' },
});

/** Gives a new key its lane, in the transaction that makes the key: without one nobody would take its deliveries. */
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
 * Starts the lane of a key anew, in the transaction that gives the key another webhook address, unless an operator paused it.
 * The claim ends with it: what the address of before still answers must not stop the new one.
 */
export async function restartLane(sql: Sql, instanceId: string): Promise<void> {
  await restart.run(sql, { instanceId });
}
