import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import type { InboundUseCases } from './inbound-use-cases.ts';

const SWEEP_EVERY_MS = 500;
/** Most updates overtake their message by moments: only these are looked at each time. */
const FRESH_MS = 60_000;
const FULL_PASS_EVERY_MS = 60_000;
const DROP_EVERY_MS = 3_600_000;
const EPOCH = new Date(0);

/** Applies receipts and reactions that came before their message, while the service runs. */
export class SweepWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #useCases: Pick<InboundUseCases, 'sweepPending' | 'idle'>;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #lastFullPass = 0;
  #lastDrop = 0;

  constructor(useCases: Pick<InboundUseCases, 'sweepPending' | 'idle'>, logger: Logger) {
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
      const full = now - this.#lastFullPass >= FULL_PASS_EVERY_MS;
      await this.#useCases.sweepPending.apply(full ? EPOCH : new Date(now - FRESH_MS));
      if (full) this.#lastFullPass = now;
      if (now - this.#lastDrop < DROP_EVERY_MS) return;
      const dropped = await this.#useCases.sweepPending.drop();
      this.#lastDrop = now;
      if (dropped > 0) this.#logger.info({ dropped }, 'What waited in vain, or was unknown for long, was dropped.');
    } catch (error) {
      this.#logger.warn({ err: error }, 'The sweep failed; the next one comes.');
    }
  }
}
