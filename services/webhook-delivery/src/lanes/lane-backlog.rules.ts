import type { DueDelivery } from '../attempts/delivery.rules.ts';

const inOrder = (a: DueDelivery, b: DueDelivery): number =>
  a.createdMs - b.createdMs || Number(BigInt(a.id) - BigInt(b.id));

/**
 * Deliveries of one lane that are read but not stored yet: waiting, in flight, and answered. Oldest first, and never
 * two of one conversation at once, so that its first attempts keep the order of `created_at`
 * (docs/reference/webhook-delivery.md#ordered-delivery). A conversation in flight does not delay the others.
 */
export function makeLaneBacklog() {
  const flying = new Set<string>();
  const settling = new Set<string>();
  const conversations = new Set<number>();
  const waiting: DueDelivery[] = [];

  function take(limit: number): DueDelivery[] {
    const taken: DueDelivery[] = [];
    const passed: DueDelivery[] = [];
    let at = 0;
    for (; at < waiting.length && taken.length < limit; at++) {
      const delivery = waiting[at];
      if (!delivery) break;
      const { conversationId } = delivery;
      if (conversationId !== null && conversations.has(conversationId)) {
        passed.push(delivery);
        continue;
      }
      if (conversationId !== null) conversations.add(conversationId);
      flying.add(delivery.id);
      taken.push(delivery);
    }
    // Usually all checked ones are taken, so nothing is copied.
    waiting.splice(0, at, ...passed);
    return taken;
  }

  return {
    add(due: readonly DueDelivery[]): void {
      if (due.length === 0) return;
      waiting.push(...due);
      waiting.sort(inOrder);
    },
    /** Takes at most `limit` deliveries that may start now; from here on they are in flight. */
    take: (limit: number): DueDelivery[] => (limit > 0 && waiting.length > 0 ? take(limit) : []),
    /** The delivery was answered and its result is being stored: its conversation may continue. */
    landed({ id, conversationId }: DueDelivery): void {
      flying.delete(id);
      settling.add(id);
      if (conversationId !== null) conversations.delete(conversationId);
    },
    stored: ({ id }: DueDelivery): void => void settling.delete(id),
    /** All ids, so that they are not read again. */
    ids: (): string[] => [...flying, ...settling, ...waiting.map(({ id }) => id)],
    waiting: (): number => waiting.length,
    inFlight: (): number => flying.size,
    /** In flight or being stored: a crash would send these twice. */
    unstored: (): number => flying.size + settling.size,
  };
}

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
