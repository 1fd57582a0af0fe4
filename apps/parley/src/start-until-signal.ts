import { stopOnSignal } from '@parley/bus/process/run-alone';
import type { Logger } from '@parley/runtime/logger';
import { makeStopList, type StopList } from '@parley/runtime/turns/stop-in-order';

/** The input of a start from the command line. */
export interface Starting {
  /** Gets each component once it runs. */
  stops: StopList;
  /** Aborted by SIGTERM or SIGINT, which end the process. */
  signal: AbortSignal;
}

/**
 * Runs `start`, and stops its components in the reverse order on SIGTERM or SIGINT, or when it fails. Null: the signal
 * came during the start.
 */
export function startUntilSignal<T>(logger: Logger, start: (starting: Starting) => Promise<T>): Promise<T | null> {
  const stops = makeStopList((part, error) =>
    logger.error('part.stop-failed', { part, err: error }, 'A part did not stop in order.'),
  );
  const stopping = new AbortController();
  const { signal } = stopping;
  const starting = start({ stops, signal }).catch(async (error: unknown) => {
    await stops.run();
    // Processes that the signal ended, such as that of a migration, are no failure.
    if (signal.aborted) return null;
    throw error;
  });
  stopOnSignal(logger, async () => {
    stopping.abort();
    // A component that is starting can be stopped only once it has started.
    await starting.catch(() => {});
    await stops.run();
  });
  return starting;
}
