import type { OnApplicationShutdown, Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/background-worker';
import { waitAtMost } from '@parley/runtime/wait-at-most';
import type { SendService } from './service.ts';
import { makeDropOldKeys } from './use-cases/drop-old-keys.ts';
import { sweepInterruptedSends } from './use-cases/sweep-interrupted-sends.ts';

const SWEEP_EVERY_MS = 5000;
const IDLE_WITHIN_MS = 10_000;

/** The first run starts at once: a process that restarts before its first interval would otherwise never sweep. */
function sweeping(service: SendService): Duty {
  const dropOldKeys = makeDropOldKeys(service);
  return {
    name: 'sweep-interrupted-sends',
    everyMs: SWEEP_EVERY_MS,
    async run() {
      const { interrupted, ended } = await sweepInterruptedSends(service);
      await dropOldKeys();
      if (interrupted + ended > 0)
        service.logger.warn('interrupted-sends.settled', { interrupted, ended }, 'Interrupted sends were settled.');
      return false;
    },
  };
}

/** Delays the shutdown until all outcomes are stored. The bus is closed by then, so no new requests arrive. */
class StoreOutcomes implements OnApplicationShutdown {
  readonly #service: SendService;
  constructor(service: SendService) {
    this.#service = service;
  }

  async onApplicationShutdown(): Promise<void> {
    const { durableWriter, egress } = this.#service;
    await waitAtMost(
      durableWriter.idle().then(() => egress.close()),
      IDLE_WITHIN_MS,
    );
  }
}

/** Background workers: settling sends whose process died. */
export const makeWorkers = (service: SendService): Provider[] => [
  { provide: BackgroundWorker, useValue: new BackgroundWorker([sweeping(service)], service.logger) },
  { provide: StoreOutcomes, useValue: new StoreOutcomes(service) },
];
