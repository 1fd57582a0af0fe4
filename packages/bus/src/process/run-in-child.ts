import { fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { loaderFlagsOf, type WorkerEnd, type WorkerJob } from './run-in-worker.ts';

/** Added to the thread's time limit: a process starts, receives its data and answers. */
const START_MS = 15_000;

/** The child's answer: the result of the thread that it ran. */
const Ran = z.union([
  z.object({ message: z.unknown() }),
  z.object({ end: z.enum(['too_slow', 'too_much_memory', 'died']) }),
]);

const PROGRAM = new URL(`./run-in-child-main${extname(import.meta.url)}`, import.meta.url);

/**
 * Runs a program on untrusted data in a thread of a separate process, which ends with it: the memory that the data used
 * is returned to the system, which a thread that ends in a running process does not guarantee. Its limits are those of
 * {@link WorkerJob}. When `signal` aborts, the process is killed and has died. Never rejects because of the data.
 */
export function runInChild(
  { program, data, limits }: WorkerJob,
  signal?: AbortSignal,
): Promise<{ message: unknown } | { end: WorkerEnd }> {
  if (signal?.aborted) return Promise.resolve({ end: 'died' });
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(PROGRAM), {
      // The data gets no environment variables, and the program's output is discarded.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      execArgv: loaderFlagsOf(PROGRAM),
    });
    let ran: z.infer<typeof Ran> = { end: 'died' };
    const timer = setTimeout(() => {
      ran = { end: 'too_slow' };
      child.kill('SIGKILL');
    }, limits.timeoutMs + START_MS);
    const kill = (): void => void child.kill('SIGKILL');
    const forget = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
    };
    signal?.addEventListener('abort', kill);
    child.once('message', (message) => {
      ran = Ran.parse(message);
      child.kill('SIGKILL');
    });
    child.once('error', (error) => {
      forget();
      reject(error);
    });
    // Only an ended process has returned its memory.
    child.once('exit', () => {
      forget();
      resolve(ran);
    });
    child.send({ program: program.href, data, limits }, (error) => {
      // It died before it received its data: the exit event settles the promise.
      if (error) child.kill('SIGKILL');
    });
  });
}
