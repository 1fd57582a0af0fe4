import type { DueDelivery } from './delivery.ts';

/** The deliveries of one lane that are read and not yet stored: waiting, in flight, and answered. */
export interface LaneBacklog {
  add(due: readonly DueDelivery[]): void;
  /** Those that may start now, at most `limit`; they are in flight from here on. */
  take(limit: number): DueDelivery[];
  /** It was answered, and what came of it is being stored: its conversation may go on. */
  landed(delivery: DueDelivery): void;
  stored(delivery: DueDelivery): void;
  /** Ids of all, so that they are not read again. */
  ids(): string[];
  waiting(): number;
  inFlight(): number;
  /** In flight or being stored: what a crash would send twice. */
  unstored(): number;
}

const inOrder = (a: DueDelivery, b: DueDelivery): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || Number(BigInt(a.id) - BigInt(b.id));

/**
 * Oldest first, and never two of a conversation at once, so that its first attempts keep the order of `created_at`
 * (contract §6, Events). One conversation in flight does not hold up the others.
 */
export function makeLaneBacklog(): LaneBacklog {
  const flying = new Set<string>();
  const settling = new Set<string>();
  const conversations = new Set<number>();
  let waiting: DueDelivery[] = [];

  function take(limit: number): DueDelivery[] {
    const taken: DueDelivery[] = [];
    const rest: DueDelivery[] = [];
    for (const delivery of waiting) {
      const { conversationId } = delivery;
      if (taken.length >= limit || (conversationId !== null && conversations.has(conversationId))) {
        rest.push(delivery);
        continue;
      }
      if (conversationId !== null) conversations.add(conversationId);
      flying.add(delivery.id);
      taken.push(delivery);
    }
    waiting = rest;
    return taken;
  }

  return {
    add(due) {
      if (due.length > 0) waiting = [...waiting, ...due].sort(inOrder);
    },
    take: (limit) => (limit > 0 && waiting.length > 0 ? take(limit) : []),
    landed({ id, conversationId }) {
      flying.delete(id);
      settling.add(id);
      if (conversationId !== null) conversations.delete(conversationId);
    },
    stored: ({ id }) => void settling.delete(id),
    ids: () => [...flying, ...settling, ...waiting.map(({ id }) => id)],
    waiting: () => waiting.length,
    inFlight: () => flying.size,
    unstored: () => flying.size + settling.size,
  };
}
