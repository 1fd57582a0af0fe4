import type { NewFact } from '@parley/messaging/notify/write-facts';
import type { LaneHealth, LaneTrouble } from './lane-health.ts';

/** The owner of a lane; the tenant is null for the deployment's platform webhook. */
export interface LaneOwner {
  tenantId: number | null;
  label: string;
}

/** Reports a failing receiver once, and once more when it is paused. */
export const failingFact = (
  { tenantId, label }: LaneOwner,
  instanceId: string,
  { reason, health, at }: { reason: LaneTrouble; health: LaneHealth; at: Date },
): NewFact => ({
  tenantId,
  kind: 'webhook_failing',
  subject: instanceId,
  period: `${reason} ${(health.failingSince ?? at).toISOString()}`,
  data: { instance_id: instanceId, label, reason },
  happenedAt: at,
});
