import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from '@parley/database/migrations/migrate';
import { startEmbeddedPostgres, stopEmbeddedPostgres } from '@parley/embedded-postgres/start';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { findServerDirectory, SERVER_DIRECTORIES } from './database/server-directory.ts';
import { isAlive } from './programs/is-alive.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Server of this run, with the migrated database `parley` as the template. */
    testDatabaseUrl: string;
    /** The same over a Unix socket, if there is one. */
    testSocketUrl: string;
  }
}

const PREFIX = 'parley-run-';

/** Removes servers and folders of killed runs; a folder's name contains its process id. */
async function sweepKilledRuns(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const directory = join(parent, name);
    // Another user's run, or another sweep, may interfere.
    await stopEmbeddedPostgres(join(directory, 'postgres')).catch(() => {});
    await rm(directory, { recursive: true, force: true }).catch(() => {});
  }
}

async function migrateTemplate(url: string): Promise<void> {
  await migrate(url);
  const client = new pg.Client({ connectionString: new URL('/postgres', url).href });
  await client.connect();
  await client.query('ALTER DATABASE parley IS_TEMPLATE true');
  await client.end();
}

/** One PostgreSQL for the whole run, migrated once: each test file clones its database from it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  for (const parent of SERVER_DIRECTORIES) await sweepKilledRuns(parent);
  const directory = await mkdtemp(join(await findServerDirectory(), `${PREFIX}${process.pid}-`));
  const server = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres'), fast: true });
  const teardown = async (): Promise<void> => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await migrateTemplate(server.url);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('testDatabaseUrl', server.url);
  project.provide('testSocketUrl', server.socketUrl);
  return teardown;
}
