import type { Database } from '@parley/database/connect-database';
import { endClaimsOf } from '@parley/database/end-claims';
import { makeSharedClaims, type SharedClaims } from '@parley/database/take-over';
import type { Logger } from '@parley/runtime/logger';

/** The claims on polls of this service's workers; `wakePolls` is called when those of a dead worker ended. */
export const makePollClaims = (database: Database, logger: Logger, wakePolls: () => void): SharedClaims =>
  makeSharedClaims({
    database,
    service: 'comments',
    logger,
    async endClaims(holders) {
      const ended = await endClaimsOf(database, 'comment_polls', holders);
      if (ended > 0) wakePolls();
      return ended;
    },
  });
