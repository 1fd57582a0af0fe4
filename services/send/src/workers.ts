import type { OnApplicationShutdown, Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/background-worker';
import type { Logger } from '@parley/runtime/logger';
import type { SendParts, UseCases } from './compose.ts';

const SWEEP_EVERY_MS = 5000;
const IDLE_WITHIN_MS = 10_000;

/** The first run starts at once: a process that restarts before its first interval would otherwise never sweep. */
const sweeping = ({ sweep }: UseCases, logger: Logger): Duty => ({
  name: 'sweep-interrupted-sends',
  everyMs: SWEEP_EVERY_MS,
  async run() {
    const { interrupted, ended } = await sweep();
    if (interrupted + ended > 0)
      logger.warn('interrupted-sends.settled', { interrupted, ended }, 'Interrupted sends were settled.');
    return false;
  },
});

/** Delays the shutdown until all outcomes are stored. The bus is closed by then, so no new requests arrive. */
class StoreOutcomes implements OnApplicationShutdown {
  readonly #useCases: UseCases;
  constructor(useCases: UseCases) {
    this.#useCases = useCases;
  }

  async onApplicationShutdown(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const bound = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, IDLE_WITHIN_MS);
    });
    await Promise.race([this.#useCases.close(), bound]);
    clearTimeout(timer);
  }
}

/** Background workers: settling sends whose process died. */
export const makeWorkers = (useCases: UseCases, { logger }: SendParts): Provider[] => [
  { provide: BackgroundWorker, useValue: new BackgroundWorker([sweeping(useCases, logger)], logger) },
  { provide: StoreOutcomes, useValue: new StoreOutcomes(useCases) },
];
