import type {
  BeforeApplicationShutdown,
  OnApplicationBootstrap,
  OnApplicationShutdown,
  Provider,
} from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/background-worker';
import type { PairingParts, UseCases } from './compose.ts';

const GONE_EVERY_MS = 250;
const GAUGES_EVERY_MS = 15_000;
const SILENCE_EVERY_MS = 60_000;
const TIDY_EVERY_MS = 600_000;

/**
 * Checks the worker's own clocks often, independent of other work: after a freeze this closes the sockets first. It is
 * not a duty of the BackgroundWorker, because it also runs during the stop, until the last device is released.
 */
class LeaseWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #registry: UseCases['registry'];
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor({ registry, lease }: UseCases) {
    this.#registry = registry;
    this.#everyMs = Math.max(20, Math.min(250, lease.marginMs / 8));
  }

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => this.#registry.dropStale(), this.#everyMs);
    this.#timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#timer);
  }
}

/** Runs last: devices are released after the service has stopped accepting requests. */
class HandOver implements BeforeApplicationShutdown {
  readonly #do: UseCases;
  constructor(useCases: UseCases) {
    this.#do = useCases;
  }
  async beforeApplicationShutdown(): Promise<void> {
    await this.#do.registry.stop();
    await this.#do.leavePresence();
    await this.#do.close();
  }
}

const dutiesOf = ({ registry, lease, ...rest }: UseCases): Duty[] => {
  const done = (work: () => Promise<unknown>) => async () => {
    await work();
    return false;
  };
  return [
    { name: 'renew-leases', everyMs: Math.round(lease.leaseMs / 5), run: done(registry.renewAll) },
    {
      name: 'take-over',
      // While this worker holds all devices none becomes free; a device that another process created is claimed after
      // this time.
      everyMs: Math.round(lease.leaseMs / 3),
      run: async () => (await registry.takeOver()) && Math.round(lease.leaseMs / 10),
      onWake: (wake) => void rest.onDevicesFree(wake),
    },
    { name: 'free-dead-workers', everyMs: GONE_EVERY_MS, run: done(registry.freeFromGone) },
    { name: 'expire-sessions', everyMs: Math.round(lease.leaseMs / 3), run: registry.expire },
    { name: 'read-gauges', everyMs: GAUGES_EVERY_MS, run: done(rest.readGauges) },
    { name: 'find-silent-devices', everyMs: SILENCE_EVERY_MS, run: done(rest.findSilent) },
    { name: 'forget-old-sends', everyMs: TIDY_EVERY_MS, run: async () => (await rest.forgetSent()) > 0 },
  ];
};

/** Background workers: leases, devices of dead workers, gauges, cleanup. */
export const makeWorkers = (useCases: UseCases, { logger }: PairingParts): Provider[] => [
  { provide: LeaseWatch, useValue: new LeaseWatch(useCases) },
  { provide: BackgroundWorker, useValue: new BackgroundWorker(dutiesOf(useCases), logger) },
  { provide: HandOver, useValue: new HandOver(useCases) },
];
