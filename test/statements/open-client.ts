import { createTestDatabase, type TestDatabase } from '@parley/testing/database/test-database';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';

/** A database of the test file and a client of it: open before the hooks of the file, closed after them. */
export function openClient(): () => pg.Client {
  let database: TestDatabase | undefined;
  let client: pg.Client | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await database?.[Symbol.asyncDispose]();
  });
  return () => {
    if (!client) throw new Error('The database is not open.');
    return client;
  };
}
