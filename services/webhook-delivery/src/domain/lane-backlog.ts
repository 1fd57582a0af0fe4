import type { DueDelivery } from './delivery.ts';

/** The deliveries of one lane that are read and not yet done: waiting ones, and those in flight. */
export interface LaneBacklog {
  add(due: readonly DueDelivery[]): void;
  /** Those that may start now, at most `limit`; they are in flight from here on. */
  take(limit: number): DueDelivery[];
  done(delivery: DueDelivery): void;
  /** Ids of all, so that they are not read again. */
  ids(): string[];
  waiting(): number;
  inFlight(): number;
}

const inOrder = (a: DueDelivery, b: DueDelivery): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || Number(a.id) - Number(b.id);

/**
 * Oldest first, and never two of a conversation at once, so that its first attempts keep the order of `created_at`
 * (contract §6, Events). One conversation in flight does not hold up the others.
 */
export function makeLaneBacklog(): LaneBacklog {
  const flying = new Map<string, DueDelivery>();
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
      flying.set(delivery.id, delivery);
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
    done({ id, conversationId }) {
      flying.delete(id);
      if (conversationId !== null) conversations.delete(conversationId);
    },
    ids: () => [...flying.keys(), ...waiting.map(({ id }) => id)],
    waiting: () => waiting.length,
    inFlight: () => flying.size,
  };
}
