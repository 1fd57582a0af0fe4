import type { BeforeApplicationShutdown, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { SendUseCases } from './compose.ts';

const SWEEP_EVERY_MS = 5000;
const IDLE_WITHIN_MS = 10_000;

/** Sweeps interrupted sends while the service runs, and lets it end only when what providers said is stored. */
export class SweepWorker implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  readonly #useCases: SendUseCases;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(useCases: SendUseCases, logger: Logger) {
    this.#useCases = useCases;
    this.#logger = logger;
  }

  onApplicationBootstrap(): void {
    const sweep = (): void => {
      this.#running = this.#running.then(() => this.#sweep());
    };
    this.#timer = setInterval(sweep, SWEEP_EVERY_MS);
    this.#timer.unref();
    // At once: what ends again and again before its first interval would leave interrupted sends open for ever.
    sweep();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** The bus is closed by now: nothing new comes. */
  async onApplicationShutdown(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const bound = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, IDLE_WITHIN_MS);
    });
    await Promise.race([this.#useCases.close(), bound]);
    clearTimeout(timer);
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
