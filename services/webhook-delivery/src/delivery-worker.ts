import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Subscription } from '@parley/bus/carrier';
import type { Logger } from 'pino';
import type { DeliveryService } from './delivery-parts.ts';

const TIDY_EVERY_MS = 60_000;

/** Runs the lane worker while the service runs. */
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #service: DeliveryService;
  readonly #logger: Logger;
  #hints: Subscription[] = [];
  #timer: NodeJS.Timeout | undefined;
  #tidying: Promise<void> = Promise.resolve();

  constructor(service: DeliveryService, logger: Logger) {
    this.#service = service;
    this.#logger = logger;
  }

  onApplicationBootstrap(): void {
    this.#hints = this.#service.listen();
    this.#service.worker.start();
    const tidy = (): void => {
      this.#tidying = this.#service
        .tidy()
        .catch((error: unknown) => this.#logger.warn({ err: error }, 'Tidying failed; the next one comes.'));
    };
    tidy();
    this.#timer = setInterval(tidy, TIDY_EVERY_MS);
    this.#timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#tidying;
    await Promise.all(this.#hints.map((hint) => hint.drain()));
    await this.#service.worker.stop();
    await this.#service.worker.closeSockets();
  }
}
