import type { Database } from '@parley/database/connect-database';
import type { InSettleTransaction } from '../use-cases/settle-sends.ts';
import { retryTransaction } from './retry-transaction.ts';
import { commitSettlements, lockSettleFacts } from './settle-store.ts';

/** Runs a settlement's steps in one transaction. */
export const makeInSettleTransaction =
  (database: Pick<Database, 'transaction'>): InSettleTransaction =>
  (work) =>
    retryTransaction(database, (sql) =>
      work({
        lockFacts: (items) => lockSettleFacts(sql, items),
        commit: (writes) => commitSettlements(sql, writes),
      }),
    );
