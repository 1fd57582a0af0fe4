import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const START_WITHIN_MS = 60_000;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A process of the bench. */
export interface Running {
  pid: number;
  stop(): Promise<void>;
}

/**
 * A `.ts` program belongs to the bench, and imports no package of the product; all programs get the product's flags.
 */
function launch(program: string, environment: Record<string, string>): ChildProcess {
  const source = program.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const flags = ['--max-semi-space-size=32', ...source];
  return spawn(process.execPath, [...flags, resolve(ROOT, program)], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Runs a program of this repository; `exited` resolves when it has ended or was stopped. */
export function runProgram(program: string, environment: Record<string, string>): Running & { exited: Promise<void> } {
  const child = launch(program, environment);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    // A missing program is reported by `exited` and `startProgram`.
    pid: child.pid ?? 0,
    exited,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Starts a program of this repository and waits until `url` answers. */
export async function startProgram(
  program: string,
  environment: Record<string, string>,
  url: string,
): Promise<Running> {
  const { pid, stop, exited } = runProgram(program, environment);
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  for (const deadline = Date.now() + START_WITHIN_MS; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const answered = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (answered) return { pid, stop };
    if (ended || Date.now() > deadline) throw new Error(`${program} did not start.`);
  }
}
