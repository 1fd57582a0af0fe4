import { makeSharedClaims, type SharedClaims } from '@parley/database/claims/take-over';
import type { Database } from '@parley/database/connection/connect-database';
import type { Logger } from '@parley/runtime/logger';
import { endLeasesOf } from './lane.store.ts';

/** The leases of this service's workers; calls `wakeLanes` with the lanes of a dead worker once its leases have ended. */
export const openClaims = (
  database: Pick<Database, 'url' | 'query'>,
  logger: Logger,
  wakeLanes: (instanceIds: readonly string[]) => void,
): SharedClaims =>
  makeSharedClaims({
    database,
    service: 'webhook-delivery',
    logger,
    async endClaims(holders) {
      const freed = await endLeasesOf(database, holders);
      if (freed.length > 0) wakeLanes(freed);
      return freed.length;
    },
  });
