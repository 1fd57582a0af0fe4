import pLimit from 'p-limit';
import type { Database } from './connect-database.ts';

/**
 * The same database, with at most `most` connections in use for statements and transactions; further ones wait in
 * order. Bursts of work use a share of the pool, and leave the rest to callers that wait for a result. Must not be
 * called inside its own transaction.
 */
export function limitConnections<Limited extends Pick<Database, 'query' | 'transaction'>>(
  database: Limited,
  most: number,
): Limited {
  const limit = pLimit(most);
  return {
    ...database,
    query: (statement) => limit(() => database.query<never>(statement)),
    transaction: (work) => limit(() => database.transaction(work)),
  };
}
