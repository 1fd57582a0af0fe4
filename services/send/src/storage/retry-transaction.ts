import type { Database } from '@parley/database/connect-database';
import { isConflict, retryConflicts } from '@parley/database/retry-conflicts';
import { type Sql, sqlState } from '@parley/database/sql';

/** A conflict, or a row that another transaction has just made, which the next try finds. */
const lostRace = (error: unknown): boolean => isConflict(error) || sqlState(error) === '23505';

/** Runs a transaction; again when PostgreSQL rolled it back because of another one. */
export const retryTransaction = <T>(
  database: Pick<Database, 'transaction'>,
  work: (sql: Sql) => Promise<T>,
): Promise<T> => retryConflicts(() => database.transaction(work), lostRace);
