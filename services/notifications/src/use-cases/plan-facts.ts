import { makeId } from '@parley/common/ids';
import { type Fact, MAX_ITEMS, type PlannedNotification, planNotifications } from '../domain/plan-notifications.ts';
import type { Recipient } from '../domain/recipient.ts';

/** Operations of one transaction. */
export interface PlanStore {
  takeFacts(count: number): Promise<Fact[]>;
  findRecipientsOf(facts: readonly Fact[]): Promise<Recipient[]>;
  addPlanned(
    planned: readonly (PlannedNotification & { id: string })[],
    given: { now: Date; maxItems: number },
  ): Promise<void>;
  markFactsPlanned(facts: readonly Fact[], now: Date): Promise<void>;
}

export interface PlanFactsDeps {
  inTransaction<T>(work: (store: PlanStore) => Promise<T>): Promise<T>;
  /** How long a message accepts more facts of its kind. */
  groupMs: number;
  wakeSender(): void;
  now(): Date;
}

const BATCH = 1000;

/**
 * Turns facts into messages in one transaction, so that each fact is reported exactly once. True when there are more.
 */
export function makePlanFacts({ inTransaction, groupMs, wakeSender, now }: PlanFactsDeps) {
  return async (): Promise<boolean> => {
    const taken = await inTransaction(async (store) => {
      const facts = await store.takeFacts(BATCH);
      if (facts.length === 0) return 0;
      const at = now();
      const planned = planNotifications(facts, await store.findRecipientsOf(facts), { now: at, groupMs });
      await store.addPlanned(
        planned.map((one) => ({ ...one, id: makeId('ntf') })),
        { now: at, maxItems: MAX_ITEMS },
      );
      await store.markFactsPlanned(facts, at);
      return facts.length;
    });
    if (taken > 0) wakeSender();
    return taken === BATCH;
  };
}
