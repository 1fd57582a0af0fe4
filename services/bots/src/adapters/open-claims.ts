import type { Database } from '@parley/database/connect-database';
import { endClaimsOf } from '@parley/database/end-claims';
import { makeSharedClaims, type SharedClaims } from '@parley/database/take-over';
import type { Logger } from '@parley/runtime/logger';

/** The claims on turns of this service's workers; calls `wakeTurns` when those of a dead worker have ended. */
export const openClaims = (
  database: Pick<Database, 'url' | 'query'>,
  logger: Pick<Logger, 'warn'>,
  wakeTurns: () => void,
): SharedClaims =>
  makeSharedClaims({
    database,
    service: 'bots',
    logger,
    async endClaims(holders) {
      const ended = await endClaimsOf(database, 'bot_turns', holders);
      if (ended > 0) wakeTurns();
      return ended;
    },
  });
