import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundWorker } from '@parley/bus/background-worker';
import type { Subscription } from '@parley/bus/carrier';
import type { Logger } from 'pino';
import type { DeliveryService } from './compose.ts';

const TIDY_EVERY_MS = 60_000;
/** A dead worker is seen by two looks. */
const LOOK_FOR_DEAD_EVERY_MS = 250;

/** Runs the lane worker while the service runs. */
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #service: DeliveryService;
  readonly #logger: Logger;
  readonly #takeOver: BackgroundWorker;
  #hints: Subscription[] = [];
  #timer: NodeJS.Timeout | undefined;
  #tidying: Promise<void> = Promise.resolve();

  constructor(service: DeliveryService, logger: Logger) {
    this.#service = service;
    this.#logger = logger;
    const run = async (): Promise<boolean> => {
      await service.takeOver();
      return false;
    };
    this.#takeOver = new BackgroundWorker([{ name: 'take over', everyMs: LOOK_FOR_DEAD_EVERY_MS, run }], logger);
  }

  onApplicationBootstrap(): void {
    const { holder, worker } = this.#service;
    this.#hints = this.#service.listen();
    holder.start(worker.confirm);
    worker.start();
    this.#takeOver.onApplicationBootstrap();
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
    await this.#takeOver.beforeApplicationShutdown();
    await Promise.all(this.#hints.map((hint) => hint.drain()));
    await this.#service.worker.stop();
    await this.#service.holder.close();
    await this.#service.worker.closeSockets();
  }
}
