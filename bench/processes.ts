import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A process of the bench. */
export interface Running {
  stop(): Promise<void>;
}

/** Starts a program of this repository and waits until `url` answers. */
export async function startProgram(
  program: string,
  environment: Record<string, string>,
  url: string,
): Promise<Running> {
  const source = program.endsWith('.ts') ? ['--import', 'tsx', '--conditions=source'] : [];
  const child: ChildProcess = spawn(process.execPath, [...source, `${ROOT}${program}`], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const deadline = Date.now() + 30_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const answered = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (answered) break;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${program} did not start.`);
  }
  return {
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
