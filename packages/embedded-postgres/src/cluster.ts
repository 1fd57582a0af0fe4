import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import { codeOf } from './error-code.ts';
import type { ServerUser } from './server-user.ts';

export const CLUSTER_USER = 'parley';

export const clusterUrl = (password: string, port: number, database: string): string =>
  `postgresql://${CLUSTER_USER}:${password}@127.0.0.1:${port}/${database}`;

/** The environment of PostgreSQL's programs: no PG* variable of the shell may reach them. */
export const PROGRAM_ENVIRONMENT = { PATH: process.env.PATH ?? '', LC_ALL: 'C' };

function runToEnd(user: ServerUser, program: string, args: string[], onLaunch?: () => void): Promise<void> {
  const { file, args: all, ...owner } = user.command(program, args);
  return new Promise((resolve, reject) => {
    const child = spawn(file, all, {
      ...owner,
      cwd: tmpdir(),
      env: PROGRAM_ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onLaunch?.();
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${said.slice(-2000)}`)),
    );
  });
}

/**
 * The cluster's password, in a file with mode 600 next to the data directory; written once, even when two processes
 * start at once.
 */
export async function readPassword(dataDir: string): Promise<string> {
  const file = `${dataDir}.password`;
  if (!existsSync(file)) {
    if (existsSync(join(dataDir, 'PG_VERSION')))
      throw new Error(`${file} is missing: restore it, or set DATABASE_URL to a server of your own.`);
    const draft = `${file}.${randomBytes(6).toString('hex')}`;
    await writeFile(draft, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
    await link(draft, file).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    await rm(draft);
  }
  return (await readFile(file, 'utf8')).trim();
}

/** Whether a cluster exists. Throws when the folder contains something else, or belongs to another user. */
async function isInitialised(dataDir: string): Promise<boolean> {
  try {
    const entries = await readdir(dataDir);
    if (entries.length > 0 && !entries.includes('PG_VERSION'))
      throw new Error(`${dataDir} holds something that is not a PostgreSQL cluster.`);
    return entries.length > 0;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    if (codeOf(error) === 'EACCES')
      throw new Error(`${dataDir} belongs to another user: start Parley as that user, or as root.`, { cause: error });
    throw error;
  }
}

export interface ClusterOptions {
  dataDir: string;
  binaries: PostgresBinaries;
  user: ServerUser;
  password: string;
  fast: boolean;
  onLaunch: (() => void) | undefined;
}

/** Creates the cluster in a temporary folder and renames it, so that a kill never leaves half a cluster. */
export async function initialiseCluster({
  dataDir,
  binaries,
  user,
  password,
  fast,
  onLaunch,
}: ClusterOptions): Promise<void> {
  if (await isInitialised(dataDir)) return;
  const draft = `${dataDir}.new-${randomBytes(6).toString('hex')}`;
  const passwordFile = join(tmpdir(), `parley-${randomBytes(8).toString('hex')}`);
  try {
    await mkdir(draft, { mode: 0o700 });
    user.own(draft);
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    user.own(passwordFile);
    const args = [
      `--pgdata=${draft}`,
      // A password is irrelevant for tests, and hashing it takes as long as the rest of a connection.
      `--auth=${fast ? 'trust' : 'scram-sha-256'}`,
      `--username=${CLUSTER_USER}`,
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      ...(fast ? ['--no-sync'] : []),
    ];
    await runToEnd(user, binaries.initdb, args, onLaunch);
    await rename(draft, dataDir).catch((error: unknown) => {
      // Another process was faster: its cluster has the same password and is used.
      if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
    });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}
