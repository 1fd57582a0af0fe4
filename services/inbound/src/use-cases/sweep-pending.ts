import type { Database } from '@parley/prisma/connect-database';
import { accountKey, findAccountsById } from '../storage/account-store.ts';
import { dropPendingBefore, takeRipePending } from '../storage/pending-store.ts';
import { applyItems } from './apply-items.ts';

export interface SweepPendingDeps {
  database: Pick<Database, 'transaction'>;
  now(): Date;
  wake(instanceIds: string[]): void;
}

export interface SweepPending {
  /** Applies updates that came after `since` and whose message is here now; answers how many. */
  apply(since: Date): Promise<number>;
  /** Drops what waited for 7 days in vain. */
  drop(): Promise<number>;
}

const BATCH = 200;
const KEEP_MS = 7 * 24 * 3600 * 1000;

/** Applies receipts and reactions that came before their message. */
export function makeSweepPending({ database, now, wake }: SweepPendingDeps): SweepPending {
  return {
    async apply(since) {
      const { taken, instanceIds } = await database.transaction(async (sql) => {
        const pending = await takeRipePending(sql, since, BATCH);
        const accounts = await findAccountsById(sql, [...new Set(pending.map(({ accountId }) => accountId))]);
        const byKey = new Map([...accounts.values()].map((account) => [accountKey(account.channel, account.externalId), account]));
        const items = pending.map(({ item }) => item);
        const context = { sql, receivedAt: now(), mediaAddressOf: (id: string) => id };
        const applied = items.length > 0 ? await applyItems(context, items, byKey) : { instanceIds: [] };
        return { taken: pending.length, instanceIds: applied.instanceIds };
      });
      if (instanceIds.length > 0) wake([...new Set(instanceIds)]);
      return taken;
    },
    drop: () => database.transaction((sql) => dropPendingBefore(sql, new Date(now().getTime() - KEEP_MS))),
  };
}
