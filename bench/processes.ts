import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Ports that nothing listens on now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, () => {
      const server = createServer();
      return new Promise<typeof server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
    }),
  );
  const ports = servers.map((server) => {
    const address = server.address();
    return address === null || typeof address === 'string' ? 0 : address.port;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

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
