import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@parley/embedded-postgres/free-port';

/** A NATS server for the cluster form on one machine. */
export interface LocalNats {
  /** The address for a kind of process: `gateway`, `quick`, `background` or `devices` where the server has users. */
  urlOf(kind: string): string;
  stop(): Promise<void>;
}

const USERS_FILE = fileURLToPath(new URL('../../../../docker/nats.conf', import.meta.url));
const PASSWORD_VARIABLE = /\$(NATS_(\w+)_PASSWORD)/g;

/** The users of docker-compose.yml with passwords for this run: the configuration, its variables, and each user's password. */
async function readUsers() {
  const text = await readFile(USERS_FILE, 'utf8');
  const found = [...text.matchAll(PASSWORD_VARIABLE)].map(([, variable = '', user = '']) => ({
    variable,
    user: user.toLowerCase(),
    // NATS reads what begins with a digit as a number.
    password: `s${randomBytes(16).toString('hex')}`,
  }));
  return {
    text,
    variables: Object.fromEntries(found.map(({ variable, password }) => [variable, password])),
    passwords: new Map(found.map(({ user, password }) => [user, password])),
  };
}

/**
 * Starts `nats-server` from the PATH on loopback; throws a one-line message about what to install. With `users` each kind
 * of process has the permissions of docker/nats.conf.
 */
export async function startLocalNats(directory: string, { users }: { users: boolean }): Promise<LocalNats> {
  const port = await findFreePort();
  const config = join(directory, 'nats.conf');
  const known = users ? await readUsers() : null;
  await writeFile(config, `listen: "127.0.0.1:${port}"\n${known?.text ?? 'max_payload: 8MB\n'}`);
  const env = { ...process.env, ...known?.variables };
  const child = spawn('nats-server', ['-c', config], { stdio: 'ignore', detached: true, env });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', () =>
      reject(
        new Error('npm run cluster needs nats-server on the PATH (Debian: apt-get install nats-server), or NATS_URL.'),
      ),
    );
  });
  return {
    urlOf: (kind) => `nats://${known ? `${kind}:${known.passwords.get(kind)}@` : ''}127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
