import { fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { loaderFlagsOf, type WorkerEnd, type WorkerJob } from './run-in-worker.ts';

/** Over the time of its thread: a process starts, takes its data and answers. */
const START_MS = 15_000;

/** How the child answers: as the thread that it ran did. */
const Ran = z.union([
  z.object({ message: z.unknown() }),
  z.object({ end: z.enum(['too_slow', 'too_much_memory', 'died']) }),
]);

const PROGRAM = new URL(`./run-in-child-main${extname(import.meta.url)}`, import.meta.url);

/**
 * Runs a program over somebody's data in a thread of a process of its own, which ends with it: what the data was unpacked to is
 * given back to the system, which a thread that ends in a process that stays does not do. Its bounds are those of
 * {@link WorkerJob}. It never rejects for what is in the data.
 */
export function runInChild({ program, data, limits }: WorkerJob): Promise<{ message: unknown } | { end: WorkerEnd }> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(PROGRAM), {
      // The data gets no variables, and nothing that it makes the program print is ours.
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
    child.once('message', (message) => {
      ran = Ran.parse(message);
      child.kill('SIGKILL');
    });
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    // Only a process that is gone has given its memory back.
    child.once('exit', () => {
      clearTimeout(timer);
      resolve(ran);
    });
    child.send({ program: program.href, data, limits }, (error) => {
      // It died before it took its data: its exit answers.
      if (error) child.kill('SIGKILL');
    });
  });
}
