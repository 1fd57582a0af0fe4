import type { Database } from '@parley/database/connect-database';
import { makeSharedClaims, type SharedClaims } from '@parley/database/take-over';
import type { Logger } from '@parley/runtime/logger';
import { endLeasesOf } from '../storage/lane-store.ts';

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
