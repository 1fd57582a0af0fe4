import { type HeldContract, type HeldRequests, holdRequests } from '@parley/bus/requests/hold-requests';
import { type SupervisedOptions, superviseProcess } from './supervise-process.ts';

interface OnDemandOptions extends Omit<SupervisedOptions, 'onReady' | 'onLost'> {
  /** The contracts that only it answers. */
  contracts: readonly HeldContract[];
  /** Whether a row of the database needs it now. */
  isNeeded(): Promise<boolean>;
  /** The process ends when it has not been needed for this long; default an hour. */
  idleMs?: number;
  /** Interval of the checks of the database, default a minute. */
  checkEveryMs?: number;
}

/** A child process that runs only while it is needed. */
export interface OnDemandProcess {
  /**
   * Starts the process unless it runs. Resolves when it is ready; rejects when it ended before that, and is restarted
   * then.
   */
  wake(): Promise<void>;
  /** Drains the process, and does not start it again. */
  stop(): Promise<void>;
}

const IDLE_MS = 3_600_000;
const CHECK_EVERY_MS = 60_000;
const LATE_AFTER_MS = 30_000;

interface Start {
  answered: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
}

function makeStart(): Start {
  let settle = { resolve: (): void => {}, reject: (_error: Error): void => {} };
  const answered = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // Not every caller waits for it.
  answered.catch(() => {});
  return { answered, ...settle };
}

/**
 * Runs a child process while a row of the database needs it, and for some time after. The database is checked now, each
 * minute, and after each end; in between only a request to the process itself can create such a row, and each of
 * `contracts` starts it (docs/architecture.md#processes-of-the-one-machine-form).
 */
export function runOnDemand(options: OnDemandOptions): OnDemandProcess {
  const { name, contracts, carrier, logger, idleMs = IDLE_MS, checkEveryMs = CHECK_EVERY_MS } = options;
  let state: 'asleep' | 'runs' | 'ends' = 'asleep';
  let isStopped = false;
  let neededAt = performance.now();
  /** The start that requests wait for; null: no request waits. */
  let start: Start | null = null;
  /** Requests are held until it answers. After a crash they are not: they fail at once. */
  let held: HeldRequests | null = null;
  let late: NodeJS.Timeout | undefined;
  let checking: Promise<void> | null = null;

  const child = superviseProcess({
    ...options,
    onReady() {
      if (state !== 'runs') return; // the process is being stopped, so requests stay held
      neededAt = performance.now();
      clearTimeout(late);
      held?.release();
      held = null;
      start?.resolve();
      start = null;
    },
    onLost() {
      start?.reject(new Error(`${name} ended before it answered.`));
      start = null;
    },
  });

  const hold = (): void => {
    held ??= holdRequests({ carrier, contracts, start: wake, logger });
  };

  function begin(): void {
    if (isStopped || state !== 'asleep') return;
    state = 'runs';
    neededAt = performance.now();
    logger.info('process.started', { part: name }, 'A child process starts because it is needed.');
    late = setTimeout(
      () => logger.error('process.start-delayed', { part: name }, 'A child process does not answer yet.'),
      LATE_AFTER_MS,
    );
    child.start();
  }

  function wake(): Promise<void> {
    if (isStopped) return Promise.reject(new Error(`${name} is stopped.`));
    neededAt = performance.now();
    if (state === 'runs' && held === null) return Promise.resolve();
    start ??= makeStart();
    begin();
    return start.answered;
  }

  // While the database is unavailable, nothing starts and nothing ends: the next check decides.
  const isNeeded = (otherwise: boolean): Promise<boolean> => options.isNeeded().catch(() => otherwise);

  /** Holds requests first, so that none reaches a process that has ended; they start the next run. */
  async function end(): Promise<void> {
    state = 'ends';
    logger.info('process.idle-ended', { part: name }, 'A child process ends, because nothing has needed it.');
    clearTimeout(late);
    hold();
    await carrier.flush();
    await child.stop();
    state = 'asleep';
    // A request that was accepted during the stop may have created a row.
    if (start !== null || (await isNeeded(false))) begin();
  }

  async function check(): Promise<void> {
    if (await isNeeded(state !== 'asleep')) {
      neededAt = performance.now();
      begin();
    } else if (state === 'runs' && start === null && performance.now() - neededAt >= idleMs) await end();
  }
  const checkOnce = (): void => {
    checking ??= check().finally(() => {
      checking = null;
    });
  };

  hold();
  checkOnce();
  const timer = setInterval(checkOnce, checkEveryMs);

  return {
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(late);
      held?.release();
      start?.reject(new Error(`${name} is stopped.`));
      await child.stop();
      await checking;
    },
  };
}
