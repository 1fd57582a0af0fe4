import type { Database } from '@parley/database/connect-database';
import type { SweepPendingDeps } from '../use-cases/sweep-pending.ts';
import { findAccountsById } from './account-store.ts';
import { makeApplyStore } from './apply-transaction.ts';
import {
  dropPendingBefore,
  dropPendingBeyond,
  findNextLook,
  lockDuePending,
  postponePending,
  takePending,
} from './pending-store.ts';
import { dropUnknownBefore } from './unknown-store.ts';

/** The steps of a sweep of waiting updates, in one PostgreSQL transaction. */
export const makeSweepStore = (
  database: Pick<Database, 'prisma' | 'transaction'>,
): Pick<SweepPendingDeps, 'findDue' | 'inTransaction'> => ({
  findDue: () => findNextLook(database),
  inTransaction: (work) =>
    database.transaction((sql) =>
      work({
        transaction: { sql, store: makeApplyStore(sql) },
        lockDue: (dueBy, limit) => lockDuePending(sql, dueBy, limit),
        postpone: (looks) => postponePending(sql, looks),
        take: (ids) => takePending(sql, ids),
        findAccounts: (ids) => findAccountsById(sql, ids),
        dropPendingBefore: (before, limit) => dropPendingBefore(sql, before, limit),
        dropPendingBeyond: (cap, limit) => dropPendingBeyond(sql, cap, limit),
        dropUnknownBefore: (before) => dropUnknownBefore(sql, before),
      }),
    ),
});
