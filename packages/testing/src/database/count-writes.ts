import type { Database } from '@parley/database/connection/connect-database';

/**
 * Counts what the connections of a pool, opened from now on, write to the server: each write is one round trip,
 * whatever the number of its statements.
 */
export function countWrites({ pool }: Pick<Database, 'pool'>): () => number {
  let writes = 0;
  pool.on('connect', (client) => {
    const query: unknown = Reflect.get(client, 'query');
    Reflect.set(client, 'query', (...given: unknown[]): unknown => {
      writes++;
      return typeof query === 'function' ? Reflect.apply(query, client, given) : undefined;
    });
  });
  return () => writes;
}
