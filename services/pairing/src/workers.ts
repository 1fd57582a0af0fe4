import type {
  BeforeApplicationShutdown,
  OnApplicationBootstrap,
  OnApplicationShutdown,
  Provider,
} from '@nestjs/common';
import { BackgroundWorker, type Duty } from '@parley/bus/duties/background-worker';
import { devicesFree, keyChanged } from '@parley/common/hints';
import { checkLimits } from './health/check-limits.ts';
import { findSilentDevices } from './health/find-silent-devices.ts';
import { dropStaleDevices } from './leases/drop-device.steps.ts';
import { followPresence } from './leases/follow-presence.ts';
import { freeDeadWorkers } from './leases/free-dead-workers.ts';
import { handOverDevices } from './leases/hand-over-devices.ts';
import { readGauges } from './leases/read-gauges.ts';
import { renewLeases } from './leases/renew-leases.ts';
import { takeOverDevices } from './leases/take-over-devices.ts';
import { attendTyping } from './received/attend-typing.ts';
import type { PairingService } from './service.ts';
import { expireSessions } from './sessions/expire-sessions.ts';

const GONE_EVERY_MS = 250;
const GAUGES_EVERY_MS = 15_000;
const SILENCE_EVERY_MS = 60_000;
const LIMITS_EVERY_MS = 60_000;
const TYPING_EVERY_MS = 10_000;

/**
 * Checks the worker's own clocks often, independent of other work: after a freeze this closes the sockets first. It is
 * not a duty of the BackgroundWorker, because it also runs during the stop, until the last device is released.
 */
class LeaseWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #service: PairingService;
  #timer: NodeJS.Timeout | undefined;

  constructor(service: PairingService) {
    this.#service = service;
  }

  onApplicationBootstrap(): void {
    const everyMs = Math.max(20, Math.min(250, this.#service.lease.marginMs / 8));
    this.#timer = setInterval(() => dropStaleDevices(this.#service), everyMs);
    this.#timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#timer);
  }
}

/** Runs last: devices are released after the service has stopped accepting requests. */
class HandOver implements BeforeApplicationShutdown {
  readonly #service: PairingService;
  constructor(service: PairingService) {
    this.#service = service;
  }
  async beforeApplicationShutdown(): Promise<void> {
    await handOverDevices(this.#service);
    await this.#service.presence.close();
    await this.#service.egress.close();
  }
}

const dutiesOf = (service: PairingService): Duty[] => {
  const { leaseMs } = service.lease;
  return [
    { name: 'renew-leases', everyMs: Math.round(leaseMs / 5), run: () => renewLeases(service) },
    {
      name: 'take-over',
      // While this worker holds all devices none becomes free; a device that another process created is claimed after
      // this time.
      everyMs: Math.round(leaseMs / 3),
      run: async () => (await takeOverDevices(service)) && Math.round(leaseMs / 10),
      onWake: (wake) => void service.bus.onHint(devicesFree, wake),
    },
    { name: 'free-dead-workers', everyMs: GONE_EVERY_MS, run: () => freeDeadWorkers(service) },
    { name: 'expire-sessions', everyMs: Math.round(leaseMs / 3), run: () => expireSessions(service) },
    { name: 'read-gauges', everyMs: GAUGES_EVERY_MS, run: () => readGauges(service) },
    {
      name: 'attend-typing',
      everyMs: TYPING_EVERY_MS,
      run: () => attendTyping(service),
      onWake: (wake) => void service.bus.onHint(keyChanged, wake),
    },
    { name: 'find-silent-devices', everyMs: SILENCE_EVERY_MS, run: () => findSilentDevices(service) },
    {
      name: 'check-limits',
      everyMs: LIMITS_EVERY_MS,
      run: () => checkLimits(service),
      onWake: (wake) => service.wakeLimits.connect(wake),
    },
  ];
};

/** Background workers: leases, devices of dead workers, expiry, gauges. */
export function makeWorkers(service: PairingService): Provider[] {
  followPresence(service);
  return [
    { provide: LeaseWatch, useValue: new LeaseWatch(service) },
    { provide: BackgroundWorker, useValue: new BackgroundWorker(dutiesOf(service), service.logger) },
    { provide: HandOver, useValue: new HandOver(service) },
  ];
}
