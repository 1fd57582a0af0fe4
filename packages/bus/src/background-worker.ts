import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';

/** Something that is done again and again while the service runs. */
export interface Duty {
  name: string;
  /** The longest wait between two rounds: what no wake and no answer of `run` tells of is late by this much at most. */
  everyMs: number;
  /** True when there is more to do at once; a number: so many milliseconds from now something is due. */
  run(): Promise<boolean | number>;
  /** Hands over how to have it done now, and how to have it done within so many milliseconds. */
  onWake?(wake: () => void, wakeIn: (ms: number) => void): void;
}

/** After a failure the next round comes sooner than `everyMs`, each time twice as late as the one before. */
const FIRST_RETRY_MS = 1000;

/** What is cut off then is taken up by another worker when its lease ends. */
const STOP_WITHIN_MS = 25_000;

/** One duty: at most one run at a time, a wake during a run makes another. */
class Round {
  readonly #duty: Duty;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #timerAtMs = Number.POSITIVE_INFINITY;
  #isAgain = false;
  #isStopped = false;
  #failures = 0;

  constructor(duty: Duty, logger: Logger) {
    this.#duty = duty;
    this.#logger = logger;
  }

  start(): void {
    this.#duty.onWake?.(
      () => this.#wake(),
      (ms) => this.#wakeIn(ms),
    );
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    let timer: NodeJS.Timeout | undefined;
    const bound = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_WITHIN_MS);
    });
    await Promise.race([this.#running, bound]);
    clearTimeout(timer);
  }

  /** Sets the timer, unless it goes off sooner. */
  #wakeIn(ms: number): void {
    const waitMs = Math.min(ms, this.#duty.everyMs);
    const atMs = performance.now() + waitMs;
    if (this.#isStopped || atMs >= this.#timerAtMs) return;
    clearTimeout(this.#timer);
    this.#timerAtMs = atMs;
    this.#timer = setTimeout(() => {
      this.#timerAtMs = Number.POSITIVE_INFINITY;
      this.#wake();
    }, waitMs);
    this.#timer.unref();
  }

  #wake(): void {
    this.#isAgain = true;
    if (this.#running || this.#isStopped) return;
    this.#running = this.#runAll().finally(() => {
      this.#running = null;
      if (this.#isAgain) this.#wake();
    });
  }

  /** From the beginning of a round, so that one which takes long, or hangs, puts off nothing. */
  #waitAnew(): void {
    this.#timerAtMs = Number.POSITIVE_INFINITY;
    this.#wakeIn(this.#duty.everyMs);
  }

  async #runAll(): Promise<void> {
    try {
      while (this.#isAgain && !this.#isStopped) {
        this.#isAgain = false;
        this.#waitAnew();
        const more = await this.#duty.run();
        if (more === true) this.#isAgain = true;
        else if (more !== false) this.#wakeIn(more);
        this.#failures = 0;
      }
    } catch (error) {
      this.#isAgain = false;
      this.#wakeIn(FIRST_RETRY_MS * 2 ** this.#failures++);
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
