import { HINT_MAX_KEYS } from '@parley/common/hints';
import type { Database } from '@parley/prisma/connect-database';
import { makeBatcher } from '@parley/prisma/natural-batch';
import { isDatabaseUnavailable, type Sql } from '@parley/prisma/sql';
import type { InboundItem } from '@parley/providers/inbound-item';
import { findHeldAccounts } from '../storage/account-store.ts';
import { storeUnknown } from '../storage/change-store.ts';
import type { ApplyContext } from './apply-context.ts';
import { type AppliedCounts, applyItems, channelOf, namedAccounts } from './apply-items.ts';

export interface StoreItemsDeps {
  database: Pick<Database, 'transaction'>;
  now(): Date;
  mediaAddressOf(attachmentId: string, now: Date): string;
  wake(instanceIds: string[]): void;
  count(counts: AppliedCounts): void;
  reportUnstorable(error: unknown, item: InboundItem): void;
}

/** Commits what a webhook holds and resolves when it is committed; rejects when the database is away. */
export type StoreItems = (items: readonly InboundItem[]) => Promise<void>;

const MAX_WEBHOOKS_A_BATCH = 64;
const MAX_BATCHES_AT_ONCE = 2;

/**
 * Stores the items of webhooks: concurrent webhooks share a transaction, a webhook that fails runs alone, and an
 * element that cannot be stored is kept as unknown beside its good neighbours. Nothing is answered before its commit.
 */
export function makeStoreItems(deps: StoreItemsDeps): StoreItems {
  const contextOf = (sql: Sql): ApplyContext => {
    const receivedAt = deps.now();
    return { sql, receivedAt, mediaAddressOf: (id) => deps.mediaAddressOf(id, receivedAt) };
  };

  async function storeTogether(items: readonly InboundItem[]): Promise<void> {
    const { instanceIds, ...counts } = await deps.database.transaction(async (sql) => {
      const accounts = await findHeldAccounts(sql, namedAccounts(items));
      return applyItems(contextOf(sql), items, accounts);
    });
    deps.count(counts);
    const distinct = [...new Set(instanceIds)];
    for (let from = 0; from < distinct.length; from += HINT_MAX_KEYS) deps.wake(distinct.slice(from, from + HINT_MAX_KEYS));
  }

  async function storeApart(items: readonly InboundItem[]): Promise<void> {
    for (const item of items) {
      try {
        await storeTogether([item]);
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        deps.reportUnstorable(error, item);
        const unknown = { channel: channelOf(item), reason: 'could not be stored', payload: item };
        await deps.database.transaction((sql) => storeUnknown(sql, [unknown]));
        deps.count({ stored: 0, repeated: 0, unknown: 1 });
      }
    }
  }

  const batcher = makeBatcher<readonly InboundItem[], void>({
    run: async (webhooks) => {
      await storeTogether(webhooks.flat());
      return webhooks.map(() => undefined);
    },
    maxItems: MAX_WEBHOOKS_A_BATCH,
    maxConcurrent: MAX_BATCHES_AT_ONCE,
    splitOn: (error) => !isDatabaseUnavailable(error),
  });

  return (items) =>
    batcher.submit(items).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error;
      return storeApart(items);
    });
}
