import { holdPresence, LOCK_FAILED, type WorkerPresence } from '@parley/database/claims/worker-presence';
import type { Database } from '@parley/database/connection/connect-database';
import type { Logger } from '@parley/runtime/logger';
import { type ClockReading, type Clocks, type LeaseTimes, readClocks } from './device-lease.rules.ts';

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

export const PROCESS_CLOCKS: Clocks = { monotonicMs: () => performance.now(), wallMs: Date.now };

export const readProcessClocks = (): ClockReading => readClocks(PROCESS_CLOCKS);
