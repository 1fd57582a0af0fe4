/**
 * How long a failed delivery blocks the newer ones of its conversation
 * (docs/reference/webhook-delivery.md#ordered-delivery).
 */
const HOLDS_UP_MS = 3600 * 1000;

/** A due delivery of an ordered key whose older deliveries of the same conversation have each failed at least once. */
export interface OrderedTurn {
  /** The database's time. */
  at: Date;
  /** When the last of the older ones first failed; null when there is none, or the key is not ordered. */
  olderFailedAt: Date | null;
}

/** Whether it may be sent: no older one first failed less than an hour ago. */
export const isItsTurn = ({ at, olderFailedAt }: OrderedTurn): boolean =>
  olderFailedAt === null || at.getTime() - olderFailedAt.getTime() >= HOLDS_UP_MS;
