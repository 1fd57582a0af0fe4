import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** The reason why a thread ended before it answered; `died`: it ended without an answer. */
export type WorkerEnd = 'too_slow' | 'too_much_memory' | 'died';

export interface WorkerLimits {
  timeoutMs: number;
  /** Limit of the thread's heap: objects and strings. */
  heapMb: number;
  /**
   * Limit of the process's growth while the thread runs, because buffers are outside the thread's heap. Unset: not
   * checked.
   */
  growthBytes?: number;
}

export interface WorkerJob {
  /** The program, a `.js` file or its source, which answers with one message. */
  program: URL;
  data: unknown;
  limits: WorkerLimits;
}

const YOUNG_HEAP_MB = 32;
const STACK_MB = 4;
const WATCH_MS = 25;

/**
 * When run from source (`npm run dev`, tests) a thread or process registers tsx itself: its own flag only affects the
 * main thread.
 */
export function loaderFlagsOf(program: URL): string[] {
  if (extname(program.pathname) !== '.ts') return [];
  const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  const register = `import { register } from ${tsx}; register();`;
  return ['--conditions=source', `--import=data:text/javascript,${encodeURIComponent(register)}`];
}

/**
 * Runs a program on untrusted data in its own thread, which is terminated at its limits of time and memory. Rejects
 * only when the program itself fails: a program that catches the errors of its data never does.
 */
export function runInWorker({ program, data, limits }: WorkerJob): Promise<{ message: unknown } | { end: WorkerEnd }> {
  const { timeoutMs, heapMb, growthBytes } = limits;
  return new Promise((resolve, reject) => {
    const rssBefore = process.memoryUsage.rss();
    const worker = new Worker(program, {
      workerData: data,
      resourceLimits: {
        maxOldGenerationSizeMb: heapMb,
        maxYoungGenerationSizeMb: YOUNG_HEAP_MB,
        stackSizeMb: STACK_MB,
      },
      // The data gets no environment variables, and the program's output is discarded.
      env: {},
      stdout: true,
      stderr: true,
      execArgv: loaderFlagsOf(program),
    });
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      clearInterval(watch);
      worker.removeAllListeners();
      void worker.terminate().then(settle, reject);
    };
    const endAs = (end: WorkerEnd): void => finish(() => resolve({ end }));
    const timer = setTimeout(() => endAs('too_slow'), timeoutMs);
    const isGrown = (most: number): boolean => process.memoryUsage.rss() - rssBefore > most;
    const watch =
      growthBytes === undefined
        ? undefined
        : setInterval(() => isGrown(growthBytes) && endAs('too_much_memory'), WATCH_MS);
    worker.once('message', (message: unknown) => finish(() => resolve({ message })));
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') endAs('too_much_memory');
      else finish(() => reject(error));
    });
    worker.once('exit', () => endAs('died'));
  });
}
