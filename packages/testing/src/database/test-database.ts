import { randomBytes } from 'node:crypto';
import { connectDatabase, type Database } from '@parley/database/connection/connect-database';
import pg from 'pg';
import { inject } from 'vitest';

/** A migrated, empty database for one test. */
export interface TestDatabase extends AsyncDisposable {
  /** Over TCP, so that a test can put a switch in between. */
  url: string;
  /** Over a Unix socket. */
  db: Database;
  /** Closes the connections and drops the database. */
  drop(): Promise<void>;
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: new URL('/postgres', url).href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Clones the migrated template: `await using database = await createTestDatabase()`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = inject('testDatabaseUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(template, `CREATE DATABASE ${name} TEMPLATE parley STRATEGY file_copy`);
  const url = new URL(`/${name}`, template).href;
  const socketUrl = new URL(inject('testSocketUrl'));
  socketUrl.pathname = name;
  const db = connectDatabase({ url: socketUrl.href, applicationName: 'parley-test' });
  const drop = async (): Promise<void> => {
    await db.close();
    await onServer(template, `DROP DATABASE ${name} WITH (FORCE)`);
  };
  return { url, db, drop, [Symbol.asyncDispose]: drop };
}
