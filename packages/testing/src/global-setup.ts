import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@parley/prisma/embedded';
import { migrate } from '@parley/prisma/migrate';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Server of this run, with the migrated database `parley` as the template. */
    testDatabaseUrl: string;
  }
}

/** One PostgreSQL for the whole run, migrated once: each test file clones its database from it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-test-'));
  const server = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres'), fast: true });
  await migrate(server.url);
  const client = new pg.Client({ connectionString: new URL('/postgres', server.url).href });
  await client.connect();
  await client.query('ALTER DATABASE parley IS_TEMPLATE true');
  await client.end();
  project.provide('testDatabaseUrl', server.url);
  return async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
