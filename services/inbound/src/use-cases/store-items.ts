import { AppError } from '@parley/common/errors';
import { HINT_MAX_KEYS } from '@parley/common/hints';
import { isolateRefused, isTemporary } from '@parley/database/isolate-refused';
import { makeBatcher } from '@parley/database/natural-batch';
import { retryConflicts, TransactionConflict } from '@parley/database/retry-conflicts';
import { isDatabaseUnavailable } from '@parley/database/sql';
import { refusalReason } from '@parley/messaging/quarantine';
import type { InboundItem } from '@parley/providers/inbound-item';
import { tidyItem } from '../domain/tidy-item.ts';
import type { ApplyContext, ApplyTransaction } from './apply-context.ts';
import { type AppliedCounts, type AppliedItems, applyItems, namedAccounts } from './apply-items.ts';
import { areSame, makeRecentAccounts } from './recent-accounts.ts';

export interface StoreItemsDeps {
  inTransaction<T>(work: (transaction: ApplyTransaction) => Promise<T>): Promise<T>;
  now(): Date;
  mediaAddressOf(attachmentId: string, now: Date): string;
  wake(instanceIds: string[]): void;
  /** Notifies open pages of a change without an event. */
  tellChanged(tenantIds: readonly number[]): void;
  count(counts: AppliedCounts): void;
  /** Waits {@link STEP_PAUSE_MS}, for a status that another replica may be storing. */
  pauseForSkippedStep(): Promise<void>;
  /** Keeps an item that cannot be stored because of its content. */
  setAside(item: InboundItem, reason: string): Promise<void>;
}

export interface StoreItems {
  /**
   * Stores the items of a webhook and resolves after the commit. Throws `service_unavailable` when the database is unavailable or
   * too busy: the provider repeats the webhook.
   */
  store(items: readonly InboundItem[]): Promise<void>;
  /** {@link store} for one quarantined item; returns why it must stay there, or null after the commit. */
  storeAgain(item: InboundItem): Promise<string | null>;
  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void>;
}

const MAX_WEBHOOKS_A_BATCH = 64;
/** Items of one webhook per transaction: a huge webhook takes several, and its repeat skips the stored ones. */
const MAX_ITEMS_A_PART = 500;
const MAX_BATCHES_AT_ONCE = 2;
const RETRY_AFTER_SECONDS = 1;
/** How long a receipt that skips a status waits for it: many times the time of a transaction. */
export const STEP_PAUSE_MS = 500;

/** Whether the element itself is at fault: bad data, a broken constraint, too long for an index, or our own parsing. */
export const isUnstorable = (error: unknown): boolean => !isTemporary(error);

/** The items of one webhook, and whether its receipts that skip a step may wait. */
interface Webhook {
  items: readonly InboundItem[];
  mayWait: boolean;
}

/** Wakes the lanes of keys, with a limited number of keys per hint. */
export function wakeInParts(instanceIds: readonly string[], wake: (part: string[]) => void): void {
  const distinct = [...new Set(instanceIds)];
  for (let from = 0; from < distinct.length; from += HINT_MAX_KEYS) wake(distinct.slice(from, from + HINT_MAX_KEYS));
}

/**
 * Stores the items of webhooks: concurrent webhooks share a transaction, a failing webhook runs alone, and an element
 * that cannot be stored goes to the quarantine while the others are stored. Nothing is answered before its commit.
 */
export function makeStoreItems(deps: StoreItemsDeps): StoreItems {
  const recent = makeRecentAccounts();

  const contextOf = (
    transaction: ApplyTransaction,
    webhooks: readonly Webhook[],
    endWith: ApplyContext['endWith'],
  ): ApplyContext => {
    let calls: Map<InboundItem, number> | undefined;
    const patient = new Set(webhooks.flatMap(({ items, mayWait }) => (mayWait ? items : [])));
    return {
      ...transaction,
      now: deps.now,
      mediaAddressOf: (id) => deps.mediaAddressOf(id, deps.now()),
      mayWait: (item) => patient.has(item) && item.kind === 'receipt' && item.account.channel === 'wa',
      callOf(item) {
        calls ??= new Map(webhooks.flatMap(({ items }, call) => items.map((one) => [one, call] as const)));
        return calls.get(item);
      },
      endWith,
    };
  };

  /**
   * Looks up the accounts, and proceeds with those of the last look-up without waiting: both go to the server in one
   * write. Nothing is committed before the look-up has returned the same accounts; otherwise it throws
   * {@link TransactionConflict}, and the retry uses the new ones.
   */
  async function applyTo(
    transaction: ApplyTransaction,
    webhooks: readonly Webhook[],
    items: readonly InboundItem[],
  ): Promise<AppliedItems> {
    const named = namedAccounts(items);
    const expected = recent.recall(named);
    const found = transaction.store.findConnectedAccounts(named);
    const confirmed = found.then((accounts) => {
      recent.remember(named, accounts);
      if (expected && !areSame(expected, accounts))
        throw new TransactionConflict('An account has changed since it was last looked up.');
    });
    confirmed.catch(() => {}); // awaited below, after the running statements
    const context = contextOf(transaction, webhooks, async (write) => {
      await confirmed;
      return transaction.sql.commitWith(write);
    });
    const applied = await applyItems(context, items, expected ?? (await found));
    await confirmed;
    return applied;
  }

  async function storeTogether(webhooks: readonly Webhook[]): Promise<InboundItem[]> {
    const items = webhooks.flatMap((webhook) => webhook.items);
    const { instanceIds, changedTenantIds, early, ...counts } = await deps.inTransaction((transaction) =>
      applyTo(transaction, webhooks, items),
    );
    deps.count(counts);
    wakeInParts(instanceIds, deps.wake);
    deps.tellChanged(changedTenantIds);
    return early;
  }

  const storeInTurn = (webhook: Webhook): Promise<InboundItem[]> => retryConflicts(() => storeTogether([webhook]));

  const setAside = async (item: InboundItem, reason: string): Promise<void> => {
    await deps.setAside(item, reason);
    deps.count({ stored: 0, repeated: 0, unknown: 1 });
  };

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

  /** First together with other webhooks; then alone in parts, when one of its elements is refused. */
  async function storePart(webhook: Webhook): Promise<InboundItem[]> {
    let early: InboundItem[] = [];
    await isolateRefused(webhook.items, {
      async run(items) {
        if (items.length < webhook.items.length) await storeInTurn({ items, mayWait: false });
        else early = await batcher.submit(webhook);
      },
      isRefused: isUnstorable,
      setAside: (item, refusal) => setAside(item, refusalReason(refusal)),
    });
    return early;
  }

  async function storeAll(items: readonly InboundItem[], mayWait: boolean): Promise<InboundItem[]> {
    const early: InboundItem[] = [];
    for (let from = 0; from < items.length; from += MAX_ITEMS_A_PART)
      early.push(...(await storePart({ items: items.slice(from, from + MAX_ITEMS_A_PART), mayWait })));
    return early;
  }

  async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      throw new AppError('service_unavailable', { retry_after: RETRY_AFTER_SECONDS, cause });
    }
  }

  return {
    store: (items) =>
      orUnavailable(async () => {
        const tidied = items.map((item) => tidyItem(item, deps.now()));
        const fit = tidied.flatMap(({ item, refusal }) => (refusal === null ? [item] : []));
        const early = await storeAll(fit, true);
        for (const { item, refusal } of tidied) if (refusal !== null) await setAside(item, refusal);
        if (early.length === 0) return;
        await deps.pauseForSkippedStep();
        await storeAll(early, false);
      }),
    storeAgain: (given) =>
      orUnavailable(async () => {
        const { item, refusal } = tidyItem(given, deps.now());
        if (refusal !== null) return refusal;
        try {
          await storeInTurn({ items: [item], mayWait: false });
          return null;
        } catch (error) {
          if (!isUnstorable(error)) throw error;
          return refusalReason(error);
        }
      }),
    idle: () => batcher.idle(),
  };
}
