import { AppError } from '@parley/common/errors';
import { HINT_MAX_KEYS } from '@parley/common/hints';
import type { Database } from '@parley/prisma/connect-database';
import { makeBatcher } from '@parley/prisma/natural-batch';
import { isDatabaseUnavailable, type Sql, sqlState } from '@parley/prisma/sql';
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
  /** Resolves when a step that another replica may be storing has had its time ({@link STEP_PAUSE_MS}). */
  pauseForSkippedStep(): Promise<void>;
  reportUnstorable(error: unknown, item: InboundItem): void;
}

export interface StoreItems {
  /**
   * Commits what a webhook holds and resolves when it is committed. Throws `service_unavailable` when the database is
   * away or too busy: the provider repeats the webhook.
   */
  store(items: readonly InboundItem[]): Promise<void>;
  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void>;
}

const MAX_WEBHOOKS_A_BATCH = 64;
const MAX_BATCHES_AT_ONCE = 2;
/** Of a transaction that collides with others. */
export const MAX_TRIES = 4;
const RETRY_AFTER_SECONDS = 1;
/** How long a receipt that skips a step gives way to it: many times what a transaction takes, and nothing to a reader. */
export const STEP_PAUSE_MS = 500;

/** Whether the element itself is at fault: bad data, a broken constraint, too long for an index, or our own parsing. */
export function isUnstorable(error: unknown): boolean {
  if (isDatabaseUnavailable(error)) return false;
  const state = sqlState(error);
  return state === null || /^(22|23|54)/.test(state);
}

/** Two transactions waited for each other, and this one was chosen to start again. */
export const isCollision = (error: unknown): boolean => sqlState(error)?.startsWith('40') ?? false;

/** What one webhook holds, and whether a receipt of it that skips a step may wait. */
interface Webhook {
  items: readonly InboundItem[];
  mayWait: boolean;
}

/** Wakes the lanes of keys, a bounded number a hint. */
export function wakeInParts(instanceIds: readonly string[], wake: (part: string[]) => void): void {
  const distinct = [...new Set(instanceIds)];
  for (let from = 0; from < distinct.length; from += HINT_MAX_KEYS) wake(distinct.slice(from, from + HINT_MAX_KEYS));
}

/**
 * Stores the items of webhooks: concurrent webhooks share a transaction, a webhook that fails runs alone, and an
 * element that cannot be stored is kept as unknown beside its good neighbours. Nothing is answered before its commit.
 */
export function makeStoreItems(deps: StoreItemsDeps): StoreItems {
  const contextOf = (sql: Sql, webhooks: readonly Webhook[]): ApplyContext => {
    const patient = new Set(webhooks.flatMap(({ items, mayWait }) => (mayWait ? items : [])));
    return {
      sql,
      now: deps.now,
      mediaAddressOf: (id) => deps.mediaAddressOf(id, deps.now()),
      mayWait: (item) => patient.has(item) && item.kind === 'receipt' && item.account.channel === 'wa',
    };
  };

  async function storeTogether(webhooks: readonly Webhook[]): Promise<InboundItem[]> {
    const items = webhooks.flatMap((webhook) => webhook.items);
    const { instanceIds, early, ...counts } = await deps.database.transaction(async (sql) => {
      const accounts = await findHeldAccounts(sql, namedAccounts(items));
      return applyItems(contextOf(sql, webhooks), items, accounts);
    });
    deps.count(counts);
    wakeInParts(instanceIds, deps.wake);
    return early;
  }

  async function storeInTurn(webhook: Webhook): Promise<InboundItem[]> {
    for (let tries = 1; ; tries++) {
      try {
        return await storeTogether([webhook]);
      } catch (error) {
        if (!isCollision(error) || tries >= MAX_TRIES) throw error;
      }
    }
  }

  async function storeApart(items: readonly InboundItem[]): Promise<void> {
    for (const item of items) {
      try {
        await storeInTurn({ items: [item], mayWait: false });
      } catch (error) {
        if (!isUnstorable(error)) throw error;
        deps.reportUnstorable(error, item);
        const unknown = { channel: channelOf(item), reason: 'could not be stored', payload: item };
        await deps.database.transaction((sql) => storeUnknown(sql, [unknown]));
        deps.count({ stored: 0, repeated: 0, unknown: 1 });
      }
    }
  }

  const batcher = makeBatcher<Webhook, InboundItem[]>({
    run: async (webhooks) => {
      const [only] = webhooks;
      const early = await (only && webhooks.length === 1 ? storeInTurn(only) : storeTogether(webhooks));
      return webhooks.map(({ items }) => items.filter((item) => early.includes(item)));
    },
    maxItems: MAX_WEBHOOKS_A_BATCH,
    maxConcurrent: MAX_BATCHES_AT_ONCE,
    splitOn: (error) => !isDatabaseUnavailable(error),
  });

  async function storeWebhook(webhook: Webhook): Promise<InboundItem[]> {
    try {
      return await batcher.submit(webhook);
    } catch (error) {
      if (!isUnstorable(error)) throw error;
      await storeApart(webhook.items);
      return [];
    }
  }

  return {
    async store(items) {
      try {
        const early = await storeWebhook({ items, mayWait: true });
        if (early.length === 0) return;
        await deps.pauseForSkippedStep();
        await storeWebhook({ items: early, mayWait: false });
      } catch (cause) {
        throw new AppError('service_unavailable', { retry_after: RETRY_AFTER_SECONDS, cause });
      }
    },
    idle: () => batcher.idle(),
  };
}
