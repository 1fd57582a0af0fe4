import type { NewFact } from '@parley/messaging/notify/write-facts';

/** A tenant with recipients, and up to when it was checked. */
export interface WatchedTenant {
  tenantId: number;
  minutes: number;
  /** Messages up to this moment were checked; null: none. */
  until: Date | null;
}

/** A conversation whose customer waits. */
export interface WaitingConversation {
  conversationId: number;
  channel: string;
  /** The first unanswered message. */
  messageId: string;
  since: Date;
}

export interface SweepUnattendedDeps {
  findWatchedTenants(): Promise<WatchedTenant[]>;
  /** Conversations with an unanswered message of the customer in this span. */
  findWaiting(given: { tenantId: number; from: Date; to: Date; count: number }): Promise<WaitingConversation[]>;
  /** Stores the facts and the end of the checked span in one transaction. */
  save(tenantId: number, facts: readonly NewFact[], until: Date): Promise<void>;
  now(): Date;
}

/** Older waits are no news to anybody. */
const LOOK_BACK_MS = 24 * 3_600_000;
const FIRST_LOOK_MS = 600_000;
const MAX_AT_ONCE = 5000;

/**
 * Finds customers who wait longer than their tenant's limit, each wait once (docs/reference/notifications.md#kinds).
 */
export function makeSweepUnattended({ findWatchedTenants, findWaiting, save, now }: SweepUnattendedDeps) {
  async function sweep({ tenantId, minutes, until }: WatchedTenant): Promise<void> {
    const at = now();
    const to = new Date(at.getTime() - minutes * 60_000);
    const from = new Date(Math.max(until?.getTime() ?? to.getTime() - FIRST_LOOK_MS, to.getTime() - LOOK_BACK_MS));
    if (from >= to) return;
    const waiting = await findWaiting({ tenantId, from, to, count: MAX_AT_ONCE });
    const facts = waiting.map(
      ({ conversationId, channel, messageId, since }): NewFact => ({
        tenantId,
        kind: 'unattended',
        subject: String(conversationId),
        period: messageId,
        data: { conversation_id: conversationId, channel, waiting_since: since.toISOString() },
        happenedAt: at,
      }),
    );
    await save(tenantId, facts, to);
  }

  return async (): Promise<boolean> => {
    for (const tenant of await findWatchedTenants()) await sweep(tenant);
    return false;
  };
}
