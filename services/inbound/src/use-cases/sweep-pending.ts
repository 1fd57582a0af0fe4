import type { Database } from '@parley/database/connect-database';
import { retryConflicts } from '@parley/database/retry-conflicts';
import type { Sql } from '@parley/database/sql';
import { refusalReason } from '@parley/messaging/quarantine';
import type { InboundItem } from '@parley/providers/inbound-item';
import { isRipe } from '../domain/is-ripe.ts';
import { nextLookMs } from '../domain/next-look.ts';
import { findAccountsById } from '../storage/account-store.ts';
import {
  dropPendingBefore,
  dropPendingBeyond,
  findNextLook,
  lockDuePending,
  postponePending,
  takePending,
  type WaitingUpdate,
} from '../storage/pending-store.ts';
import { dropUnknownBefore } from '../storage/unknown-store.ts';
import type { ApplyContext } from './apply-context.ts';
import { applyAddressed } from './apply-items.ts';
import { isUnstorable, wakeInParts } from './store-items.ts';

export interface SweepPendingDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  now(): Date;
  mediaAddressOf(attachmentId: string, now: Date): string;
  wake(instanceIds: string[]): void;
  /** Keeps what cannot be stored because of its content. */
  setAside(item: InboundItem, reason: string, sql: Sql): Promise<void>;
  /** Updates of an account were dropped although they had not waited in vain for long: too many of it wait. */
  reportDropped(accountId: number, count: number): void;
  countExpired(count: number): void;
}

export interface SweepPending {
  /** When the next update is to be looked at; null: none waits. */
  findDue(): Promise<Date | null>;
  /** Looks at the updates that are due by then, and applies those whose message is here now; returns how many. */
  apply(dueBy: Date): Promise<number>;
  /** Drops the oldest updates of accounts of which more than {@link PENDING_CAP} wait for a message. */
  dropBeyond(cap?: number): Promise<void>;
  /** Drops updates that waited for 7 days in vain, and unknown elements after 30 days; returns how many. */
  drop(): Promise<number>;
}

/** Of one account. A number that another system sends with as well has three receipts for each message of that system. */
export const PENDING_CAP = 10_000;
const BATCH = 200;
/** In one sweep: looks cost the database the same, however many updates wait. */
const MAX_BATCHES = 10;
/** At once; more wait for the next time. */
export const DROP_BATCH = 10_000;
const DAY_MS = 24 * 3600 * 1000;
const KEEP_PENDING_MS = 7 * DAY_MS;
const KEEP_UNKNOWN_MS = 30 * DAY_MS;

interface Looked {
  looked: number;
  applied: number;
}

/** Applies what came before its message, or before a send of ours was settled. */
export function makeSweepPending(deps: SweepPendingDeps): SweepPending {
  const { database, now } = deps;
  const contextOf = (sql: Sql): ApplyContext => ({
    sql,
    now,
    mediaAddressOf: (id) => deps.mediaAddressOf(id, now()),
    mayWait: () => false,
  });

  async function applyTo(sql: Sql, pending: readonly WaitingUpdate[]): Promise<string[]> {
    const accounts = await findAccountsById(sql, [...new Set(pending.map(({ accountId }) => accountId))]);
    const entries = pending.flatMap(({ accountId, item }) => {
      const account = accounts.get(accountId);
      return account ? [{ account, item }] : [];
    });
    return (await applyAddressed(contextOf(sql), entries)).instanceIds;
  }

  /** Takes those of the due updates that are ripe; the others are looked at again later. */
  async function look(sql: Sql, dueBy: Date, limit: number): Promise<{ looked: number; taken: WaitingUpdate[] }> {
    const at = now();
    const due = await lockDuePending(sql, dueBy, limit);
    const ripe = due.filter((update) => isRipe(update, at));
    const unripe = due.filter((update) => !ripe.includes(update));
    const nextLook = (ageMs: number, waitsForSend: boolean): Date =>
      new Date(at.getTime() + nextLookMs({ ageMs, waitsForSend }));
    await postponePending(
      sql,
      unripe.map(({ id, createdAt, waitsFor }) => ({
        id,
        lookAt: nextLook(at.getTime() - createdAt.getTime(), waitsFor !== null),
      })),
    );
    const taken = await takePending(
      sql,
      ripe.map(({ id }) => id),
    );
    return { looked: due.length, taken };
  }

  async function applyBatch(dueBy: Date, limit: number): Promise<Looked> {
    const { looked, applied, instanceIds } = await database.transaction(async (sql) => {
      const { looked, taken } = await look(sql, dueBy, limit);
      return { looked, applied: taken.length, instanceIds: taken.length > 0 ? await applyTo(sql, taken) : [] };
    });
    wakeInParts(instanceIds, deps.wake);
    return { looked, applied };
  }

  const applyInTurn = (dueBy: Date): Promise<Looked> => retryConflicts(() => applyBatch(dueBy, BATCH));

  /** The first ones one by one: what cannot be applied is set aside, and blocks nobody behind it. */
  async function applyApart(dueBy: Date): Promise<Looked> {
    const total: Looked = { looked: 0, applied: 0 };
    while (total.looked < BATCH) {
      try {
        const { looked, applied } = await applyBatch(dueBy, 1);
        if (looked === 0) break;
        total.applied += applied;
      } catch (error) {
        if (!isUnstorable(error)) throw error;
        await database.transaction(async (sql) => {
          const { taken } = await look(sql, dueBy, 1);
          for (const { item } of taken) await deps.setAside(item, refusalReason(error), sql);
        });
      }
      total.looked++;
    }
    return total;
  }

  return {
    findDue: () => findNextLook(database),
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
      const dropped = await database.transaction((sql) => dropPendingBeyond(sql, cap, DROP_BATCH));
      for (const [accountId, count] of dropped) deps.reportDropped(accountId, count);
    },
    drop: () =>
      database.transaction(async (sql) => {
        const before = (ageMs: number): Date => new Date(now().getTime() - ageMs);
        const pending = await dropPendingBefore(sql, before(KEEP_PENDING_MS), DROP_BATCH);
        if (pending > 0) deps.countExpired(pending);
        return pending + (await dropUnknownBefore(sql, before(KEEP_UNKNOWN_MS)));
      }),
  };
}
