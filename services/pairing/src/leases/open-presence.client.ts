import type { Database } from '@parley/database/connect-database';
import { holdPresence, LOCK_FAILED, type WorkerPresence } from '@parley/database/worker-presence';
import type { Logger } from '@parley/runtime/logger';
import type { LeaseTimes } from './device-lease.rules.ts';

/** Shows to other workers of this service that this one is alive. Takes the lock at once. */
export const openPresence = (
  database: Pick<Database, 'url'>,
  logger: Logger,
  worker: string,
  { presenceGraceMs }: LeaseTimes,
): WorkerPresence =>
  holdPresence({
    database,
    service: 'pairing',
    worker,
    onLockFailed: (error) => logger.warn('worker-presence.lock-failed', { err: error }, LOCK_FAILED),
    ...(presenceGraceMs === undefined ? {} : { graceMs: presenceGraceMs }),
  });
