import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@parley/embedded-postgres/start';
import { reservePorts } from '@parley/testing/servers/reserve-ports';
import pg from 'pg';
import { FILL_SETTINGS, fillRows } from './fill-rows.ts';
import { startParley } from './parley.ts';
import { startProgram } from './processes.ts';

const MIGRATIONS = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
const FULL = 'filled.json';

/** Hash of the schema, so that a database filled for another schema is not reused. */
async function hashMigrations(): Promise<string> {
  const hash = createHash('sha256');
  const files = (await readdir(MIGRATIONS, { recursive: true })).filter((file) => file.endsWith('.sql')).sort();
  for (const file of files) hash.update(file).update(await readFile(join(MIGRATIONS, file)));
  return hash.digest('hex').slice(0, 8);
}

/**
 * A directory with a database of `rows` messages and the data directory of its Parley; filled on first use, and kept
 * for the next run. The rows belong to the tenant and the number that the bench measures with.
 */
export async function openFilled(dataDir: string, rows: number): Promise<string> {
  const home = join(dataDir, `rows-${rows}-${await hashMigrations()}`);
  const note = join(home, FULL);
  const filled = await readFile(note, 'utf8').catch(() => null);
  console.log(
    `${filled === null ? 'Filling' : 'Using'} ${home} (${rows} messages); remove it when it is no longer wanted.`,
  );
  if (filled !== null) return home;
  // Left over from an interrupted run.
  await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  const [stubPort = 0] = await reservePorts(1);
  const stubUrl = `http://127.0.0.1:${stubPort}`;
  const stub = await startProgram('bench/system/provider-stub.ts', { STUB_PORT: String(stubPort) }, stubUrl);
  const postgres = await startEmbeddedPostgres({ dataDir: join(home, 'postgres') });
  try {
    // Parley creates the tables, the tenant and the account; it does not run while they are filled.
    const options = {
      databaseUrl: postgres.url,
      stubUrl,
      dataDir: join(home, 'parley'),
      webhookUrl: null,
      platformUrl: null,
    };
    const parley = await startParley(options);
    await parley.stop();
    const startedMs = performance.now();
    const pool = new pg.Pool({ connectionString: postgres.url, max: 2, options: FILL_SETTINGS });
    // The pool ends before its connections do, and PostgreSQL stops right after: it may terminate one of them.
    pool.on('error', () => undefined);
    await fillRows(pool, rows).finally(() => pool.end());
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    await writeFile(note, JSON.stringify({ rows, seconds }));
    console.log(`Filled in ${seconds} s.`);
  } finally {
    await postgres.stop();
    await stub.stop();
  }
  return home;
}
