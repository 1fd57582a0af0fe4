/**
 * How long a failed delivery blocks the newer ones of its conversation
 * (docs/reference/webhook-delivery.md#ordered-delivery).
 */
const HOLDS_UP_MS = 3600 * 1000;

/** A due delivery whose older ones of the same conversation, of an ordered key, have each failed already. */
export interface OrderedTurn {
  /** The database's time. */
  at: Date;
  /** When the last of the older ones failed first; null when there is none, or the key is not ordered. */
  olderFailedAt: Date | null;
}

/** Whether its turn has come: no older one has failed for less than an hour. */
export const isItsTurn = ({ at, olderFailedAt }: OrderedTurn): boolean =>
  olderFailedAt === null || at.getTime() - olderFailedAt.getTime() >= HOLDS_UP_MS;
