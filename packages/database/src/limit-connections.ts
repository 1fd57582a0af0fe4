import pLimit from 'p-limit';
import type { Database } from './connect-database.ts';

/**
 * The same database, of whose connections statements and transactions use at most `most` at a time; more wait in their order. Work that comes in
 * floods takes a share of the pool, and leaves the rest to callers who wait for an answer. Nothing may be asked of it inside a transaction of its own.
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
