import type { Database } from '@parley/database/connect-database';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { type NewFact, writeFacts } from '@parley/messaging/notify/write-facts';
import { BREAKER_AFTER, type LaneHealth } from '../domain/lane-health.ts';
import { type HeldLane, saveHealth } from './lane-store.ts';

const findOwner = defineStatement({
  name: 'delivery.find-owner-of-lane',
  text: `SELECT tenant_id, label FROM api_keys WHERE instance_id = $1
         UNION ALL
         SELECT tenant_id, 'Platform webhook' AS label FROM platform_webhooks WHERE instance_id = $1`,
  params: { instanceId: 'text' },
  row: { tenantId: 'int4?', label: 'text!' },
});

/** Why recipients are told of a webhook; null where it only stumbled. */
const troubleOf = ({ pauseReason, consecutiveFailures }: LaneHealth): 'breaker' | 'gone' | 'failing' | null =>
  pauseReason ?? (consecutiveFailures >= BREAKER_AFTER ? 'breaker' : null);

/** Each time that a receiver falls ill is told once, and once more when it is paused for it. */
async function writeTrouble(sql: Sql, instanceId: string, health: LaneHealth, now: Date): Promise<void> {
  const reason = troubleOf(health);
  const owner = reason && (await findOwner.first(sql, { instanceId }));
  if (!reason || !owner) return;
  const fact: NewFact = {
    tenantId: owner.tenantId,
    kind: 'webhook_failing',
    subject: instanceId,
    period: `${reason} ${(health.failingSince ?? now).toISOString()}`,
    data: { instance_id: instanceId, label: owner.label, reason },
    happenedAt: now,
  };
  await writeFacts(sql, [fact]);
}

/** As saveHealth; a webhook that its recipients are to be told of is written as a fact in the same transaction. */
export function saveHealthAndTell(
  sql: Sql,
  database: Pick<Database, 'transaction'>,
  lane: HeldLane,
  health: LaneHealth,
  given: { now: Date; worrying: boolean },
): Promise<{ saved: boolean; warn: boolean }> {
  if (troubleOf(health) === null) return saveHealth(sql, lane, health, given);
  return database.transaction(async (transaction) => {
    const stored = await saveHealth(transaction, lane, health, given);
    if (stored.saved) await writeTrouble(transaction, lane.instanceId, health, given.now);
    return stored;
  });
}
