import type { Database } from '@parley/prisma/connect-database';
import type { Sql } from '@parley/prisma/sql';
import { findAccountsById } from '../storage/account-store.ts';
import { dropUnknownBefore, storeUnknown } from '../storage/change-store.ts';
import { dropPendingBefore, takeRipePending, type WaitingUpdate } from '../storage/pending-store.ts';
import type { ApplyContext } from './apply-context.ts';
import { applyAddressed } from './apply-items.ts';
import { isCollision, isUnstorable, MAX_TRIES, wakeInParts } from './store-items.ts';

export interface SweepPendingDeps {
  database: Pick<Database, 'transaction'>;
  now(): Date;
  mediaAddressOf(attachmentId: string, now: Date): string;
  wake(instanceIds: string[]): void;
  reportUnstorable(error: unknown): void;
}

export interface SweepPending {
  /** Applies updates that came after `since` and whose message is here now; answers how many. */
  apply(since: Date): Promise<number>;
  /** Drops updates that waited for 7 days in vain, and unknown elements after 30 days; answers how many. */
  drop(): Promise<number>;
}

const BATCH = 200;
const MAX_BATCHES = 50;
const DAY_MS = 24 * 3600 * 1000;
const KEEP_PENDING_MS = 7 * DAY_MS;
const KEEP_UNKNOWN_MS = 30 * DAY_MS;

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

  async function applyBatch(since: Date, limit: number): Promise<number> {
    const { taken, instanceIds } = await database.transaction(async (sql) => {
      const pending = await takeRipePending(sql, since, limit, now());
      return { taken: pending.length, instanceIds: pending.length > 0 ? await applyTo(sql, pending) : [] };
    });
    wakeInParts(instanceIds, deps.wake);
    return taken;
  }

  async function applyInTurn(since: Date): Promise<number> {
    for (let tries = 1; ; tries++) {
      try {
        return await applyBatch(since, BATCH);
      } catch (error) {
        if (!isCollision(error) || tries >= MAX_TRIES) throw error;
      }
    }
  }

  /** The oldest ones one by one: what cannot be applied is kept as unknown, and blocks nobody behind it. */
  async function applyApart(since: Date): Promise<number> {
    let taken = 0;
    while (taken < BATCH) {
      try {
        if ((await applyBatch(since, 1)) === 0) break;
      } catch (error) {
        if (!isUnstorable(error)) throw error;
        deps.reportUnstorable(error);
        await database.transaction(async (sql) => {
          const pending = await takeRipePending(sql, since, 1, now());
          await storeUnknown(
            sql,
            pending.map(({ item }) => ({
              channel: item.account.channel,
              reason: 'could not be stored',
              payload: item,
            })),
          );
        });
      }
      taken++;
    }
    return taken;
  }

  return {
    async apply(since) {
      let total = 0;
      for (let round = 0; round < MAX_BATCHES; round++) {
        const taken = await applyInTurn(since).catch((error: unknown) => {
          if (!isUnstorable(error)) throw error;
          return applyApart(since);
        });
        total += taken;
        if (taken < BATCH) break;
      }
      return total;
    },
    drop: () =>
      database.transaction(async (sql) => {
        const before = (ageMs: number): Date => new Date(now().getTime() - ageMs);
        const pending = await dropPendingBefore(sql, before(KEEP_PENDING_MS));
        return pending + (await dropUnknownBefore(sql, before(KEEP_UNKNOWN_MS)));
      }),
  };
}
