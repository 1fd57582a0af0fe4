import type { Database } from '@parley/database/connect-database';
import { endClaimsOf } from '@parley/database/end-claims';
import { makeSharedClaims, type SharedClaims } from '@parley/database/take-over';
import type { Logger } from '@parley/runtime/logger';

/** The claims of this process, and the release of claims of dead processes; `onRemovalsFree` runs when removal jobs are due. */
export const shareClaims = (database: Database, logger: Logger, onRemovalsFree: () => void): SharedClaims =>
  makeSharedClaims({
    database,
    service: 'channel-connect',
    logger,
    async endClaims(holders) {
      const tokens = await endClaimsOf(database, 'channel_tokens', holders);
      const removals = await endClaimsOf(database, 'removal_jobs', holders);
      if (removals > 0) onRemovalsFree();
      return tokens + removals;
    },
  });
