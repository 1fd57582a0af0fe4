import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import type { InboundUseCases } from './inbound-use-cases.ts';
import { DROP_BATCH } from './use-cases/sweep-pending.ts';

const SWEEP_EVERY_MS = 500;
const CAP_EVERY_MS = 10_000;
const DROP_EVERY_MS = 3_600_000;

type Swept = Pick<InboundUseCases, 'sweepPending' | 'boundQuarantine' | 'readGauges' | 'idle'>;

/** Applies receipts and reactions that came before their message, and keeps what waits within its bounds, while the service runs. */
export class SweepWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #useCases: Swept;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #lastCap = 0;
  #lastDrop = 0;

  constructor(useCases: Swept, logger: Logger) {
    this.#useCases = useCases;
    this.#logger = logger;
  }

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.#sweep().finally(() => {
        this.#running = null;
      });
    }, SWEEP_EVERY_MS);
    this.#timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
    await this.#useCases.idle();
  }

  async #sweep(): Promise<void> {
    const now = Date.now();
    try {
      await this.#useCases.sweepPending.apply(new Date(now));
      if (now - this.#lastCap >= CAP_EVERY_MS) {
        await this.#useCases.sweepPending.dropBeyond();
        await this.#useCases.boundQuarantine();
        await this.#useCases.readGauges();
        this.#lastCap = now;
      }
      if (now - this.#lastDrop < DROP_EVERY_MS) return;
      const dropped = await this.#useCases.sweepPending.drop();
      if (dropped < DROP_BATCH) this.#lastDrop = now;
      if (dropped > 0) this.#logger.info({ dropped }, 'What waited in vain, or was unknown for long, was dropped.');
    } catch (error) {
      this.#logger.warn({ err: error }, 'The sweep failed; the next one comes.');
    }
  }
}
