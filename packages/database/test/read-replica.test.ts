import { connectDatabase, type Database } from '@parley/database/connection/connect-database';
import { splitServers } from '@parley/database/connection/reach-servers';
import type { ReadOutcome } from '@parley/database/replica/replica-reads';
import type { Sql } from '@parley/database/sql';
import type { OwnPostgres } from '@parley/testing/database/own-postgres';
import { startReplicatedPostgres } from '@parley/testing/database/replicated-postgres';
import { createTestDatabase } from '@parley/testing/database/test-database';
import { pollUntil } from '@parley/testing/poll-until';
import { reservePort } from '@parley/testing/servers/reserve-ports';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

// docs/operations/database.md#a-replica-for-reads

let servers: OwnPostgres;
let primaryUrl: string;
let standbyUrl: string;
/** Stores what is read, as another process of Parley does. */
let writer: Database;
beforeAll(async () => {
  servers = await startReplicatedPostgres();
  [primaryUrl = '', standbyUrl = ''] = splitServers(servers.url).map(({ url }) => url);
  writer = connectDatabase({ url: primaryUrl });
  await writer.query({ text: 'CREATE TABLE written (n int PRIMARY KEY)' });
}, 120_000);
afterAll(async () => {
  await writer?.close();
  await servers?.stop();
});

const write = (n: number) => writer.query({ text: 'INSERT INTO written VALUES ($1)', values: [n] });

/** A database with a replica, and what it reports of it. */
function connect(readUrl: string, url = primaryUrl): { db: Database; reports: unknown[]; outcomes: ReadOutcome[] } {
  const reports: unknown[] = [];
  const outcomes: ReadOutcome[] = [];
  const db = connectDatabase({
    url,
    readUrl,
    onReplicaAside: (error) => reports.push(error instanceof Error ? 'failed' : 'lags'),
    onReplicaBack: () => reports.push('back'),
    onRead: (outcome) => outcomes.push(outcome),
  });
  onTestFinished(() => db.close());
  return { db, reports, outcomes };
}

interface Found {
  isStandby: boolean;
  last: number | null;
}
const look = async (sql: Sql): Promise<Found> => {
  const text = 'SELECT pg_is_in_recovery() AS "isStandby", max(n) AS last FROM written';
  const { rows } = await sql.query<Found>({ text });
  return rows[0] ?? { isStandby: false, last: null };
};
const untilStandby = (db: Database) =>
  pollUntil(async () => (await db.read(look)).isStandby || null, { what: () => 'a read from the standby' });

test('a read from the standby has every row that another connection has just stored', async () => {
  const { db } = connect(standbyUrl);
  await untilStandby(db);
  let fromStandby = 0;
  for (let n = 1; n <= 200; n++) {
    await write(n);
    const { isStandby, last } = await db.read(look);
    expect(last).toBe(n);
    if (isStandby) fromStandby++;
  }
  expect(fromStandby).toBeGreaterThan(0);
});

test('reads use the primary while the standby lags, and the standby when it has caught up', async () => {
  const { db, reports, outcomes } = connect(standbyUrl);
  const standby = connectDatabase({ url: standbyUrl });
  onTestFinished(() => standby.close());
  await untilStandby(db);
  expect(outcomes.at(-1)).toBe('replica');
  reports.length = 0;
  await standby.query({ text: 'SELECT pg_wal_replay_pause()' });
  await write(1000);
  expect(await db.read(look)).toEqual({ isStandby: false, last: 1000 });
  expect(reports).toEqual(['lags']);
  expect(outcomes.at(-1)).toBe('lag');
  await standby.query({ text: 'SELECT pg_wal_replay_resume()' });
  await untilStandby(db);
  expect(reports).toEqual(['lags', 'back']);
});

test('a read that a replay on the standby cancels is repeated on the primary', async () => {
  const { db, outcomes } = connect(standbyUrl);
  await untilStandby(db);
  const seen: boolean[] = [];
  const conflict = Object.assign(new Error('canceling statement due to conflict with recovery'), { code: '40001' });
  await pollUntil(
    async () => {
      seen.length = 0;
      await db.read(async (sql) => {
        const { isStandby } = await look(sql);
        seen.push(isStandby);
        if (isStandby) throw conflict;
      });
      return seen.length === 2 || null;
    },
    { what: () => 'a read that is repeated' },
  );
  expect(seen).toEqual([true, false]);
  expect(outcomes.at(-1)).toBe('conflict');
});

test('an error of a read itself is thrown, and nothing is repeated', async () => {
  const { db, outcomes } = connect(standbyUrl);
  await untilStandby(db);
  const earlier = outcomes.length;
  let runs = 0;
  const refuse = async () => {
    runs++;
    throw new RangeError('unknown');
  };
  await expect(db.read(refuse)).rejects.toThrow(RangeError);
  expect(runs).toBe(1);
  expect(outcomes.slice(earlier)).toHaveLength(1);
});

test('reads use the primary while no replica answers, or while it is another server', async () => {
  await using other = await createTestDatabase();
  const nowhere = new URL(standbyUrl);
  nowhere.port = String(await reservePort());
  for (const [readUrl, report, outcome] of [
    [nowhere.href, 'failed', 'failure'],
    [primaryUrl, 'lags', 'lag'],
    [other.url, 'lags', 'lag'],
  ] as const) {
    const { db, reports, outcomes } = connect(readUrl);
    expect(await db.read(look), readUrl).toMatchObject({ isStandby: false });
    expect(await db.read(look), readUrl).toMatchObject({ isStandby: false });
    expect(reports, readUrl).toEqual([report]);
    expect(outcomes, readUrl).toEqual([outcome, outcome]);
  }
});

test('after the promotion of the standby, reads use it as the primary', async () => {
  const { db } = connect(standbyUrl, servers.url);
  await untilStandby(db);
  await servers.end('crash');
  await servers.start();
  const stored = () => db.query({ text: 'INSERT INTO written VALUES (2000)' }).then(() => true);
  await pollUntil(() => stored().catch(() => null), { what: () => 'the new primary' });
  expect(await db.read(look)).toEqual({ isStandby: false, last: 2000 });
});
