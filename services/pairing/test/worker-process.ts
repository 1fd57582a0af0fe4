import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startProgram } from '@parley/testing/programs/start-program';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/**
 * Starts a worker as a separate process, as in the cluster form; `program` is a file next to this one, in place of the
 * main program.
 */
export function startWorkerProcess(environment: Record<string, string>, program?: string) {
  const env = { PATH: process.env.PATH ?? '', LOG_LEVEL: 'info', ...environment };
  const stdio: ('ignore' | 'pipe')[] = ['ignore', 'pipe', 'pipe'];
  const child = program
    ? startProgram(new URL(program, import.meta.url), { env, stdio })
    : spawn(process.execPath, [MAIN], { env, stdio });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    output: (): string => output,
    signal: (name: NodeJS.Signals): boolean => child.kill(name),
    hasExited: (): boolean => child.exitCode !== null || child.signalCode !== null,
    async end(): Promise<void> {
      child.kill('SIGCONT');
      child.kill('SIGKILL');
      await exited;
    },
    exited,
  };
}
export type WorkerProcess = ReturnType<typeof startWorkerProcess>;
