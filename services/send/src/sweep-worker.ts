import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import type { SendUseCases } from './send-use-cases.ts';

const SWEEP_EVERY_MS = 5000;

/** Sweeps interrupted sends while the service runs. */
export class SweepWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #useCases: SendUseCases;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(useCases: SendUseCases, logger: Logger) {
    this.#useCases = useCases;
    this.#logger = logger;
  }

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.#sweep());
    }, SWEEP_EVERY_MS);
    this.#timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
    await this.#useCases.idle();
  }

  async #sweep(): Promise<void> {
    try {
      const { interrupted, ended } = await this.#useCases.sweep();
      if (interrupted + ended > 0) this.#logger.warn({ interrupted, ended }, 'Interrupted sends were swept.');
    } catch (error) {
      this.#logger.warn({ err: error }, 'The sweep failed; the next one comes.');
    }
  }
}
