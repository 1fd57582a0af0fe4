import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '@parley/database/connect-database';
import { assertNoDrift, migrate } from '@parley/database/migrate';
import { createTestDatabase } from '@parley/testing/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withEmptyDatabase } from './empty-database.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-migrations-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function write(name: string, sql: string): Promise<void> {
  await mkdir(join(directory, name), { recursive: true });
  await writeFile(join(directory, name, 'migration.sql'), sql);
}

test('several processes that migrate an empty database at once apply every migration once', () =>
  withEmptyDatabase(async (url) => {
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    expect(await migrate(url)).toEqual([]);
  }));

test('a migration that fails or is killed leaves nothing, reports why, and applies later', () =>
  withEmptyDatabase(async (url) => {
    await write('0001_cats', 'CREATE TABLE cats (name text);');
    await write('0002_dogs', `CREATE TABLE dogs (name text); INSERT INTO cats VALUES (';'); SELECT 1 / 0;`);
    await expect(migrate(url, directory)).rejects.toThrow('The migration 0002_dogs failed: division by zero');
    const database = connectDatabase({ url });
    expect((await database.query({ text: 'SELECT * FROM cats' })).rows).toEqual([]);

    await write('0002_dogs', `CREATE TABLE dogs (name text); INSERT INTO cats VALUES (';');`);
    expect(await migrate(url, directory)).toEqual(['0002_dogs']);
    expect((await database.query({ text: 'SELECT * FROM cats' })).rows).toEqual([{ name: ';' }]);
    expect(await migrate(url, directory)).toEqual([]);

    await write('0002_dogs', 'CREATE TABLE hamsters (name text);');
    await expect(migrate(url, directory)).rejects.toThrow('0002_dogs was changed after it was applied');
    await database.close();
  }));

test('a column that prisma/schema does not describe is drift, and the error shows it', async () => {
  await using database = await createTestDatabase();
  await database.db.query({ text: 'ALTER TABLE tenants ADD COLUMN shoe_size int' });
  await expect(assertNoDrift(database.url)).rejects.toThrow('DROP COLUMN "shoe_size"');
});
