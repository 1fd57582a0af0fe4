import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '@parley/embedded-postgres/free-port';

/** A NATS server for the cluster form on one machine. */
export interface LocalNats {
  url: string;
  stop(): Promise<void>;
}

/** Starts `nats-server` from the PATH on loopback; throws a one-line message about what to install. */
export async function startLocalNats(directory: string): Promise<LocalNats> {
  const port = await findFreePort();
  const config = join(directory, 'nats.conf');
  await writeFile(config, `listen: "127.0.0.1:${port}"\nmax_payload: 8MB\n`);
  const child = spawn('nats-server', ['-c', config], { stdio: 'ignore', detached: true });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', () =>
      reject(
        new Error('npm run cluster needs nats-server on the PATH (Debian: apt-get install nats-server), or NATS_URL.'),
      ),
    );
  });
  return {
    url: `nats://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
