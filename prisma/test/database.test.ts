import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '@parley/prisma/connect-database';
import { startEmbeddedPostgres } from '@parley/prisma/embedded';
import { isDatabaseUnavailable } from '@parley/prisma/sql';
import { pollUntil } from '@parley/testing/poll-until';
import { createTestDatabase } from '@parley/testing/test-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

test('a transaction that throws leaves nothing', async () => {
  await using database = await createTestDatabase();
  const insert = { text: `INSERT INTO tenants (slug, name) VALUES ('a', 'A')` };
  await expect(
    database.db.transaction(async (sql) => {
      await sql.query(insert);
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await database.db.prisma.tenant.count()).toBe(0);
});

describe('a server that is killed', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'parley-kill-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  test('fails the statements under way as unavailable, and is used again once it is back, data kept', {
    timeout: 60_000,
  }, async () => {
    const options = { dataDir: join(directory, 'postgres') };
    const first = await startEmbeddedPostgres(options);
    const port = Number(new URL(first.url).port);
    const database = connectDatabase({ url: first.url });
    await database.query({ text: 'CREATE TABLE kept (n int)' });
    await database.query({ text: 'INSERT INTO kept VALUES (7)' });
    const running = database.query({ text: 'SELECT pg_sleep(20)' }).catch((error: unknown) => error);
    process.kill(first.pid, 'SIGKILL');
    expect(isDatabaseUnavailable(await running)).toBe(true);
    await expect(database.query({ text: 'SELECT 1' })).rejects.toSatisfy(isDatabaseUnavailable);

    // The stale pid file of the killed server must not be in the way.
    const second = await pollUntil(async () => startEmbeddedPostgres({ ...options, port }).catch(() => null), {
      deadlineMs: 30_000,
      what: () => 'the server to start again',
    });
    expect((await database.query<{ n: number }>({ text: 'SELECT n FROM kept' })).rows).toEqual([{ n: 7 }]);
    await database.close();
    await second.stop();
  });

  test('a surviving server of the same data directory is taken over', async () => {
    const options = { dataDir: join(directory, 'survivor'), fast: true };
    const first = await startEmbeddedPostgres(options);
    const again = await startEmbeddedPostgres(options);
    expect(again.pid).toBe(first.pid);
    expect(again.url).toBe(first.url);
    await again.stop();
  });
});
