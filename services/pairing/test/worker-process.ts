import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A worker as a separate process, as in the cluster form; `program` is a file beside its main program. */
export function startWorkerProcess(environment: Record<string, string>, program = 'main.ts') {
  const path = fileURLToPath(new URL(`../src/${program}`, import.meta.url));
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', '--conditions=source', path], {
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
