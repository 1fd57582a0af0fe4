export const DELIVERY_STATUSES = ['pending', 'paused', 'delivered', 'failed'] as const;

/** A delivery as an operator sees it, waiting or ended. */
export interface ShownDelivery {
  id: string;
  eventId: string;
  event: string;
  instanceId: string;
  status: (typeof DELIVERY_STATUSES)[number];
  nextAttemptAt: Date | null;
  createdAt: Date;
}

export const toDeliveryView = (delivery: ShownDelivery) => ({
  ...delivery,
  nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
  createdAt: delivery.createdAt.toISOString(),
});
