import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { LeaseTimes } from './domain/device-lease.ts';
import type { DeviceRegistry } from './use-cases/hold-devices.ts';

/** Looks at our own clocks often, and waits for nothing: a worker that was frozen closes its sockets before all else. */
export class LeaseWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #registry: Pick<DeviceRegistry, 'dropStale'>;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(registry: Pick<DeviceRegistry, 'dropStale'>, { marginMs }: LeaseTimes) {
    this.#registry = registry;
    this.#everyMs = Math.max(20, Math.min(250, marginMs / 8));
  }

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => this.#registry.dropStale(), this.#everyMs);
    this.#timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#timer);
  }
}
