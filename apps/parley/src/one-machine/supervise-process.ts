import { type ChildProcess, fork } from 'node:child_process';
import type { Carrier } from '@parley/bus/carriers/carrier';
import { processChannel } from '@parley/bus/carriers/channel';
import { bridgeChannel } from '@parley/bus/carriers/channel-bridge';
import { READY, WITH_PARENT } from '@parley/bus/process/run-alone';
import type { Logger } from '@parley/runtime/logger';
import { YOUNG_GENERATION } from '../young-generation.ts';
import { putBehind } from './put-behind.ts';

export interface SupervisedOptions {
  name: string;
  /** Path of its program. */
  program: string;
  /** How much lower than this process's its priority is when processors are scarce, once it is ready. */
  niceness?: number;
  environment: Record<string, string | undefined>;
  /** The bus that it joins. */
  carrier: Carrier;
  logger: Logger;
  /** Called each time it begins to answer. */
  onReady?(): void;
  /** Called when the process ended unexpectedly, before it is restarted. */
  onLost?(): void;
}

/** A child process that is restarted when it ends. */
export type SupervisedProcess = ReturnType<typeof superviseProcess>;

const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 10_000;
/** After a run of this long the next restart waits `FIRST_WAIT_MS` again. */
const STEADY_AFTER_MS = 30_000;
const STOP_WITHIN_MS = 27_000;

/** The parent's flags without --inspect and --watch, which only the parent may use, and without its young generation. */
const childFlags = (): string[] => [
  ...process.execArgv.filter((flag) => !/^--(inspect|watch|max-semi-space-size)/.test(flag)),
  YOUNG_GENERATION.others,
];

/**
 * Runs a child process on the bus of this one, so that its crash ends nothing else. Requests to it fail at once while
 * it is down. It leads its own process group: Ctrl-C must reach only this process, which stops everything in order.
 */
export function superviseProcess({
  name,
  program,
  niceness = 0,
  environment,
  carrier,
  logger,
  onReady,
  onLost,
}: SupervisedOptions) {
  let child: ChildProcess | null = null;
  let isStopping = false;
  let waitMs = FIRST_WAIT_MS;
  let timer: NodeJS.Timeout | undefined;

  function launch(): void {
    const startedAt = performance.now();
    const started = fork(program, [WITH_PARENT], {
      env: environment,
      execArgv: childFlags(),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    child = started;
    bridgeChannel(carrier, processChannel(started));
    started.on('message', (message) => {
      if (message !== READY) return;
      // The priority is lowered only now, because otherwise the start would take minutes on a busy machine.
      if (niceness > 0 && started.pid !== undefined) putBehind(started.pid, niceness);
      onReady?.();
    });
    started.once('error', (error) =>
      logger.error('process.start-failed', { err: error, part: name }, 'A child process could not be started.'),
    );
    started.once('close', (code, signal) => {
      child = null;
      if (isStopping) return;
      if (performance.now() - startedAt > STEADY_AFTER_MS) waitMs = FIRST_WAIT_MS;
      const fields = { part: name, code, signal, again_after_ms: waitMs };
      logger.error('process.restarted', fields, 'A child process ended; it is started again.');
      onLost?.();
      timer = setTimeout(launch, waitMs);
      waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
    });
  }

  return {
    /** Starts it, and restarts it until {@link stop}. */
    start() {
      isStopping = false;
      waitMs = FIRST_WAIT_MS;
      launch();
    },
    /** Drains the process, and does not restart it; `start` may start it again. */
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      const last = child;
      if (last === null) return;
      const force = setTimeout(() => last.kill('SIGKILL'), STOP_WITHIN_MS);
      const ended = new Promise((resolve) => last.once('close', resolve));
      last.kill('SIGTERM');
      await ended;
      clearTimeout(force);
    },
  };
}
