import { CHANNELS } from '@parley/common/channels';

export const DELIVERY_STATUSES = ['pending', 'paused', 'delivered', 'failed'] as const;

/** A delivery as an operator sees it, waiting or ended. */
export interface ShownDelivery {
  id: string;
  eventId: string;
  event: string;
  instanceId: string;
  /** The label of the key; null for a platform webhook. */
  label: string | null;
  /** A channel, or the word for none. */
  channel: string;
  status: (typeof DELIVERY_STATUSES)[number];
  /** Since it was created or last replayed. */
  attemptCount: number;
  /** Status of the last of these attempts. */
  statusCode: number | null;
  latencyMs: number | null;
  nextAttemptAt: Date | null;
  createdAt: Date;
}

export const toDeliveryView = (delivery: ShownDelivery) => ({
  ...delivery,
  channel: CHANNELS.find((channel) => channel === delivery.channel) ?? null,
  nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
  createdAt: delivery.createdAt.toISOString(),
});
