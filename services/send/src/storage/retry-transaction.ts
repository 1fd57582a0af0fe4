import type { Database } from '@parley/database/connect-database';
import { type Sql, sqlState } from '@parley/database/sql';

const MAX_TRIES = 5;
/** Deadlock or serialization failure; or a row that another transaction has just made, which the next try finds. */
const LOST_A_RACE = /^(40|23505)/;

/** Runs a transaction; again, at most five times in all, when PostgreSQL rolled it back because of another one. */
export async function retryTransaction<T>(
  database: Pick<Database, 'transaction'>,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await database.transaction(work);
    } catch (error) {
      if (tries === MAX_TRIES || !LOST_A_RACE.test(sqlState(error) ?? '')) throw error;
    }
  }
}
