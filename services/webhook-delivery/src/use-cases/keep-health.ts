import { writeFacts } from '@parley/messaging/notify/write-facts';
import { failingFact } from '../domain/failing-fact.ts';
import { type ClaimedLane, isWorrying, type LaneHealth, troubleOf } from '../domain/lane-health.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { saveHealth } from '../storage/lane-store.ts';
import { findOwner } from '../storage/owner-store.ts';

/** Saves a lane's health, and in the same transaction the fact that notifies recipients of its trouble. */
async function saveAndReport(
  { laneDatabase, now }: WebhookDeliveryService,
  lane: ClaimedLane,
  health: LaneHealth,
): Promise<{ warn: boolean }> {
  const at = now();
  const given = { now: at, worrying: isWorrying(health, at) };
  const reason = troubleOf(health);
  if (reason === null) return saveHealth(laneDatabase, lane, health, given);
  return laneDatabase.prismaTransaction(async ({ sql, prisma }) => {
    const stored = await saveHealth(sql, lane, health, given);
    const owner = stored.saved ? await findOwner(prisma, lane.instanceId) : null;
    if (owner) await writeFacts(sql, [failingFact(owner, lane.instanceId, { reason, health, at })]);
    return stored;
  });
}

/** Stores the health of a lane's receiver, and logs once for a webhook that keeps failing, and when it is disabled. */
export async function keepHealth(
  service: WebhookDeliveryService,
  lane: ClaimedLane,
  health: LaneHealth,
): Promise<void> {
  const { warn } = await saveAndReport(service, lane, health);
  if (warn)
    service.logger.warn(
      'webhook.failing',
      { instance_id: lane.instanceId, failing_since: health.failingSince },
      'A webhook has failed for long; it will be disabled.',
    );
  if (health.pauseReason)
    service.logger.warn(
      'webhook.disabled',
      { instance_id: lane.instanceId, reason: health.pauseReason },
      'A webhook was disabled; its deliveries are kept.',
    );
}
