import type { Database } from '@parley/database/connect-database';
import { endClaimsOf } from '@parley/database/end-claims';
import { makeSharedClaims, type SharedClaims } from '@parley/database/take-over';
import type { Logger } from '@parley/runtime/logger';

/** The claims on messages of this service's workers; calls `wakeSender` when those of a dead worker have ended. */
export const openClaims = (
  database: Pick<Database, 'url' | 'query'>,
  logger: Logger,
  wakeSender: () => void,
): SharedClaims =>
  makeSharedClaims({
    database,
    service: 'notifications',
    logger,
    async endClaims(holders) {
      const ended = await endClaimsOf(database, 'notifications', holders);
      if (ended > 0) wakeSender();
      return ended;
    },
  });
