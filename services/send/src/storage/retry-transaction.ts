import type { Database } from '@parley/database/connect-database';
import { isConflict, retryConflicts } from '@parley/database/retry-conflicts';
import { sqlState, type TransactionSql } from '@parley/database/sql';

/** A conflict, or a unique violation by a concurrent insert: the retry finds that row. */
const lostRace = (error: unknown): boolean => isConflict(error) || sqlState(error) === '23505';

/** Runs a transaction, and retries it when PostgreSQL rolled it back because of a concurrent one. */
export const retryTransaction = <T>(
  database: Pick<Database, 'transaction'>,
  work: (sql: TransactionSql) => Promise<T>,
): Promise<T> => retryConflicts(() => database.transaction(work), lostRace);
