import type { Logger } from '@parley/runtime/logger';
import type { Database } from '../connection/connect-database.ts';
import { type ClaimTable, endClaimsOf } from './end-claims.ts';
import { makeSharedClaims, type SharedClaims } from './take-over.ts';

/**
 * The claims of a service's workers on rows of tables. When claims of a dead worker on a table's rows have ended, that
 * table's function is called: other workers may take the rows.
 */
export function makeTableClaims(
  database: Pick<Database, 'url' | 'query'>,
  logger: Pick<Logger, 'warn'>,
  service: string,
  onFree: Partial<Record<ClaimTable, () => void>>,
): SharedClaims {
  const tables = Object.entries(onFree) as [ClaimTable, () => void][]; // safe: its own keys
  return makeSharedClaims({
    database,
    service,
    logger,
    async endClaims(holders) {
      let all = 0;
      for (const [table, wake] of tables) {
        const ended = await endClaimsOf(database, table, holders);
        if (ended > 0) wake();
        all += ended;
      }
      return all;
    },
  });
}
