import { randomBytes } from 'node:crypto';
import { diffFromSchema, migrate } from '@parley/prisma/migrate';
import { createTestDatabase } from '@parley/testing/test-database';
import pg from 'pg';
import { expect, inject, test } from 'vitest';

async function emptyDatabase(): Promise<string> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: new URL('/postgres', inject('testDatabaseUrl')).href });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return new URL(`/${name}`, inject('testDatabaseUrl')).href;
}

test('several processes that migrate an empty database at once apply every migration once', async () => {
  const url = await emptyDatabase();
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  expect(await migrate(url)).toEqual([]);
});

test('the migrations and prisma/schema agree', async () => {
  await using database = await createTestDatabase();
  expect(await diffFromSchema(database.url)).toBeNull();
});
