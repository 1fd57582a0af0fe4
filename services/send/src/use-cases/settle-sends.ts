import { decideSettlements } from '../domain/decide-settlements.ts';
import type { SettleFacts, SettleItem, SettleWrites } from '../domain/settlement.ts';

/** Operations of the transaction. */
export interface SettleStore {
  /** Locks the messages, and the tenants with possible refunds; facts in the order of the items. */
  lockFacts(items: readonly SettleItem[]): Promise<(SettleFacts | null)[]>;
  /** Writes and commits the transaction. Returns the keys to wake. */
  commit(writes: SettleWrites): Promise<string[]>;
}

export type InSettleTransaction = <T>(work: (store: SettleStore) => Promise<T>) => Promise<T>;

export interface SettleSendsDeps {
  inTransaction: InSettleTransaction;
  /** Called after the commit with the keys that have due deliveries. */
  wake(instanceIds: string[]): void;
}

/** Settles a batch of sends, with their events and deliveries, in one transaction. */
export function makeSettleSends({ inTransaction, wake }: SettleSendsDeps) {
  return async (items: readonly SettleItem[]): Promise<void> => {
    const instanceIds = await inTransaction(async (store) => {
      const facts = await store.lockFacts(items);
      return store.commit(decideSettlements(items.map((item, index) => ({ item, facts: facts[index] ?? null }))));
    });
    if (instanceIds.length > 0) wake(instanceIds);
  };
}
