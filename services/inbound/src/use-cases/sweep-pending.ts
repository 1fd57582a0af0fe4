import { retryConflicts } from '@parley/database/retry-conflicts';
import type { Sql } from '@parley/database/sql';
import { refusalReason } from '@parley/messaging/quarantine';
import type { InboundItem } from '@parley/providers/inbound-item';
import type { ConnectedAccount } from '../domain/connected-account.ts';
import { isApplicable } from '../domain/is-applicable.ts';
import { nextLookMs } from '../domain/next-look.ts';
import type { DueUpdate, WaitingUpdate } from '../storage/pending-store.ts';
import type { ApplyContext, ApplyTransaction } from './apply-context.ts';
import { type AppliedItems, applyAddressed } from './apply-items.ts';
import { isUnstorable, wakeInParts } from './store-items.ts';

/** The steps of one transaction. */
export interface SweepStore {
  /** The transaction, for applying items and setting them aside. */
  transaction: ApplyTransaction;
  /** Locks updates that are due by then, longest due first, with the state of what they wait for. */
  lockDue(dueBy: Date, limit: number): Promise<DueUpdate[]>;
  postpone(looks: readonly { id: string; lookAt: Date }[]): Promise<unknown>;
  /** Deletes updates and returns them, oldest first. */
  take(ids: readonly string[]): Promise<WaitingUpdate[]>;
  /** The accounts with these row ids, connected or not. */
  findAccounts(ids: readonly number[]): Promise<Map<number, ConnectedAccount>>;
  /** Deletes a batch of older updates; returns the number of deleted rows. */
  dropPendingBefore(before: Date, limit: number): Promise<number>;
  /**
   * Deletes the oldest updates of accounts with more than `cap` updates that wait for a message; returns the deleted
   * number by account.
   */
  dropPendingBeyond(cap: number, limit: number): Promise<Map<number, number>>;
  /** Deletes older unknown elements; returns the number of deleted rows. */
  dropUnknownBefore(before: Date): Promise<number>;
}

export interface SweepPendingDeps {
  /** When the next update is due; null when none waits. */
  findDue(): Promise<Date | null>;
  inTransaction<T>(work: (store: SweepStore) => Promise<T>): Promise<T>;
  now(): Date;
  mediaAddressOf(attachmentId: string, now: Date): string;
  wake(instanceIds: string[]): void;
  /** Notifies open pages of a change without an event. */
  tellChanged(tenantIds: readonly number[]): void;
  /** Keeps an item that cannot be stored because of its content. */
  setAside(item: InboundItem, reason: string, transaction: Sql): Promise<void>;
  /** Called when updates of an account were dropped early because too many of them wait. */
  reportDropped(accountId: number, count: number): void;
  countExpired(count: number): void;
}

export interface SweepPending {
  /** When the next update is due; null when none waits. */
  findDue(): Promise<Date | null>;
  /** Checks the due updates, and applies those whose message is now stored; returns their number. */
  apply(dueBy: Date): Promise<number>;
  /** Drops the oldest updates of accounts with more than {@link PENDING_CAP} updates that wait for a message. */
  dropBeyond(cap?: number): Promise<void>;
  /**
   * Drops updates that waited for 7 days without their message, and unknown elements after 30 days; returns their
   * number.
   */
  drop(): Promise<number>;
}

/** Per account. A number that another system also sends with has three receipts for each message of that system. */
export const PENDING_CAP = 10_000;
const BATCH = 200;
/** Batches of one sweep, so that its cost does not grow with the number of waiting updates. */
const MAX_BATCHES = 10;
/** Per run; more wait for the next one. */
export const DROP_BATCH = 10_000;
const DAY_MS = 24 * 3600 * 1000;
const KEEP_PENDING_MS = 7 * DAY_MS;
const KEEP_UNKNOWN_MS = 30 * DAY_MS;

/** The keys and tenants to notify after the commit. */
type ApplyResult = Pick<AppliedItems, 'instanceIds' | 'changedTenantIds'>;
const NOBODY: ApplyResult = { instanceIds: [], changedTenantIds: [] };

interface Looked {
  looked: number;
  applied: number;
}

/** Applies updates that arrived before their message, or before a send was settled. */
export function makeSweepPending(deps: SweepPendingDeps): SweepPending {
  const { inTransaction, now } = deps;
  const contextOf = (transaction: ApplyTransaction): ApplyContext => ({
    ...transaction,
    now,
    mediaAddressOf: (id) => deps.mediaAddressOf(id, now()),
    mayWait: () => false,
    callOf: (item) => item,
    endWith: null,
  });

  async function applyTo(store: SweepStore, pending: readonly WaitingUpdate[]): Promise<ApplyResult> {
    const accounts = await store.findAccounts([...new Set(pending.map(({ accountId }) => accountId))]);
    const entries = pending.flatMap(({ accountId, item }) => {
      const account = accounts.get(accountId);
      return account ? [{ account, item }] : [];
    });
    return applyAddressed(contextOf(store.transaction), entries);
  }

  /** Applies the due updates that can be applied now; the others are postponed. */
  async function look(
    store: SweepStore,
    dueBy: Date,
    limit: number,
  ): Promise<{ looked: number; taken: WaitingUpdate[] }> {
    const at = now();
    const due = await store.lockDue(dueBy, limit);
    const applicable = due.filter((update) => isApplicable(update, at));
    const waiting = due.filter((update) => !applicable.includes(update));
    const nextLook = (ageMs: number, waitsForSend: boolean): Date =>
      new Date(at.getTime() + nextLookMs({ ageMs, waitsForSend }));
    await store.postpone(
      waiting.map(({ id, createdAt, waitsFor }) => ({
        id,
        lookAt: nextLook(at.getTime() - createdAt.getTime(), waitsFor !== null),
      })),
    );
    const taken = await store.take(applicable.map(({ id }) => id));
    return { looked: due.length, taken };
  }

  async function applyBatch(dueBy: Date, limit: number): Promise<Looked> {
    const { looked, applied, told } = await inTransaction(async (store) => {
      const { looked, taken } = await look(store, dueBy, limit);
      return { looked, applied: taken.length, told: taken.length > 0 ? await applyTo(store, taken) : NOBODY };
    });
    wakeInParts(told.instanceIds, deps.wake);
    deps.tellChanged(told.changedTenantIds);
    return { looked, applied };
  }

  const applyInTurn = (dueBy: Date): Promise<Looked> => retryConflicts(() => applyBatch(dueBy, BATCH));

  /** Applies updates one by one: one that fails goes to the quarantine and does not block the others. */
  async function applyApart(dueBy: Date): Promise<Looked> {
    const total: Looked = { looked: 0, applied: 0 };
    while (total.looked < BATCH) {
      try {
        const { looked, applied } = await applyBatch(dueBy, 1);
        if (looked === 0) break;
        total.applied += applied;
      } catch (error) {
        if (!isUnstorable(error)) throw error;
        await inTransaction(async (store) => {
          const { taken } = await look(store, dueBy, 1);
          for (const { item } of taken) await deps.setAside(item, refusalReason(error), store.transaction.sql);
        });
      }
      total.looked++;
    }
    return total;
  }

  return {
    findDue: () => deps.findDue(),
    async apply(dueBy) {
      let total = 0;
      for (let round = 0; round < MAX_BATCHES; round++) {
        const { looked, applied } = await applyInTurn(dueBy).catch((error: unknown) => {
          if (!isUnstorable(error)) throw error;
          return applyApart(dueBy);
        });
        total += applied;
        if (looked < BATCH) break;
      }
      return total;
    },
    async dropBeyond(cap = PENDING_CAP) {
      const dropped = await inTransaction((store) => store.dropPendingBeyond(cap, DROP_BATCH));
      for (const [accountId, count] of dropped) deps.reportDropped(accountId, count);
    },
    drop: () =>
      inTransaction(async (store) => {
        const before = (ageMs: number): Date => new Date(now().getTime() - ageMs);
        const pending = await store.dropPendingBefore(before(KEEP_PENDING_MS), DROP_BATCH);
        if (pending > 0) deps.countExpired(pending);
        return pending + (await store.dropUnknownBefore(before(KEEP_UNKNOWN_MS)));
      }),
  };
}
