import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from '@parley/runtime/logger';
import { waitAtMost } from '@parley/runtime/turns/wait-at-most';

/** A task that is repeated while the service runs. */
export interface Duty {
  name: string;
  /** The longest pause between two rounds: work without a wake starts at most this much later. */
  everyMs: number;
  /** Returns true when more work is due now, or in how many milliseconds the next work is due; else false or nothing. */
  run(): Promise<boolean | number> | Promise<void>;
  /**
   * Receives two functions: one starts a round now, the other within a number of milliseconds, unless the last round
   * failed: its next attempt comes later.
   */
  onWake?(wake: () => void, wakeIn: (ms: number) => void): void;
  /** Called when the worker stops, before it waits for the running round. Aborts long work. */
  onStop?(): void;
}

/** First pause after a failed round; it doubles with each further failure, up to `everyMs`. */
const FIRST_RETRY_MS = 1000;

/**
 * Rounds start up to this share of their interval early. Otherwise duties that start together would always query at the
 * same time, each on a separate connection.
 */
const SPREAD = 0.1;

/** Work that is still running then is abandoned; another worker resumes it when its lease ends. */
const STOP_WITHIN_MS = 25_000;

/** Runs one duty: at most one round at a time; a wake during a round starts another one after it. */
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
      (ms) => {
        if (this.#failures === 0) this.#wakeIn(ms);
      },
    );
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#duty.onStop?.();
    if (this.#running) await waitAtMost(this.#running, STOP_WITHIN_MS);
  }

  /** Sets the timer, unless it is already set to an earlier moment. */
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

  /** Measured from the start of a round, so that a slow round does not delay the next one. */
  #reschedule(): void {
    this.#timerAtMs = Number.POSITIVE_INFINITY;
    this.#wakeIn(this.#duty.everyMs * (1 - SPREAD * Math.random()));
  }

  async #runAll(): Promise<void> {
    try {
      while (this.#isAgain && !this.#isStopped) {
        this.#isAgain = false;
        this.#reschedule();
        const more = await this.#duty.run();
        if (more === true) this.#isAgain = true;
        else if (typeof more === 'number') this.#wakeIn(more);
        this.#failures = 0;
      }
    } catch (error) {
      this.#isAgain = false;
      this.#wakeIn(FIRST_RETRY_MS * 2 ** this.#failures++);
      this.#logFailure({ err: error, duty: this.#duty.name });
    }
  }

  /** A single failure is usually temporary (a database that restarts, a machine that stalls): warns from the second in a row. */
  #logFailure(fields: { err: unknown; duty: string }): void {
    if (this.#failures === 1)
      this.#logger.info('background-duty.retried', fields, 'A round of a background duty failed; it runs again.');
    else this.#logger.warn('background-duty.failed', fields, 'A background duty failed again; the next round comes.');
  }
}

/** A resource of the duties: started before the first round, closed after the last one. */
export interface DutyHolder {
  start(): void;
  close(): Promise<void>;
}

/** Runs a service's duties from its start until its stop; the stop waits for the rounds that are running. */
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
