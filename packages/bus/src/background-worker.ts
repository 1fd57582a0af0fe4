import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';

/** Something that is done again and again while the service runs. */
export interface Duty {
  name: string;
  everyMs: number;
  /** True when there is more to do at once. */
  run(): Promise<boolean>;
  /** Hands over how to have it done now. */
  onWake?(wake: () => void): void;
}

/** What is cut off then is taken up by another worker when its lease ends. */
const STOP_WITHIN_MS = 25_000;

/** One duty: at most one run at a time, a wake during a run makes another. */
class Round {
  readonly #duty: Duty;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #isAgain = false;
  #isStopped = false;

  constructor(duty: Duty, logger: Logger) {
    this.#duty = duty;
    this.#logger = logger;
  }

  start(): void {
    this.#duty.onWake?.(() => this.#wake());
    this.#timer = setInterval(() => this.#wake(), this.#duty.everyMs);
    this.#timer.unref();
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    let timer: NodeJS.Timeout | undefined;
    const bound = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_WITHIN_MS);
    });
    await Promise.race([this.#running, bound]);
    clearTimeout(timer);
  }

  #wake(): void {
    this.#isAgain = true;
    if (this.#running || this.#isStopped) return;
    this.#running = this.#runAll().finally(() => {
      this.#running = null;
      if (this.#isAgain) this.#wake();
    });
  }

  async #runAll(): Promise<void> {
    try {
      while (this.#isAgain && !this.#isStopped) {
        this.#isAgain = false;
        if (await this.#duty.run()) this.#isAgain = true;
      }
    } catch (error) {
      this.#isAgain = false;
      this.#logger.warn({ err: error, duty: this.#duty.name }, 'A background duty failed; the next round comes.');
    }
  }
}

/** What the duties need while they run: started before the first one, closed after the last has ended. */
export interface DutyHolder {
  start(): void;
  close(): Promise<void>;
}

/** Runs the duties of the service while it runs, and lets it end when those under way have. */
export class BackgroundWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #rounds: Round[];
  readonly #holder: DutyHolder | null;

  constructor(duties: readonly Duty[], logger: Logger, holder: DutyHolder | null = null) {
    this.#rounds = duties.map((duty) => new Round(duty, logger));
    this.#holder = holder;
  }

  onApplicationBootstrap(): void {
    this.#holder?.start();
    for (const round of this.#rounds) round.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.#rounds.map((round) => round.stop()));
    await this.#holder?.close();
  }
}
