import { defineDue } from '@parley/database/due/define-due';
import { makeDueWatch } from '@parley/database/due/due-watch';
import type { Sql } from '@parley/database/sql';
import { createTestDatabase } from '@parley/testing/database/test-database';
import { expect, test } from 'vitest';

const DUE_AT = new Date('2026-01-02T03:04:05.678Z');

const always = defineDue({
  name: 'test.always-due',
  text: `SELECT '${DUE_AT.toISOString()}'::timestamptz AS due_at`,
});
const never = defineDue({ name: 'test.never-due', text: 'SELECT now() AS due_at WHERE false' });
const whenTenant = defineDue({
  name: 'test.due-with-tenant',
  text: 'SELECT created_at AS due_at FROM tenants ORDER BY id LIMIT 1',
});

/** A watch, and the statements that it sent. */
async function open() {
  const database = await createTestDatabase();
  const sent: string[] = [];
  let isAway = false;
  const sql: Sql = {
    query(statement) {
      sent.push(statement.text);
      return isAway ? Promise.reject(new Error('away')) : database.db.query(statement);
    },
  };
  return {
    db: database.db,
    sent,
    watchDue: makeDueWatch(sql),
    goAway: (away: boolean) => {
      isAway = away;
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

/** Counts the calls of a watcher, and keeps the last due time. */
function makeWatcher() {
  const seen: Date[] = [];
  return { seen, onDue: (dueAt: Date) => void seen.push(dueAt) };
}

test('one statement reads the due times of all duties; those without work hear nothing', async () => {
  await using watch = await open();
  const [one, two, other] = [makeWatcher(), makeWatcher(), makeWatcher()];
  const ends = [
    watch.watchDue(always, one.onDue),
    watch.watchDue(always, two.onDue),
    watch.watchDue(never, other.onDue),
  ];
  await expect.poll(() => one.seen).toContainEqual(DUE_AT);
  await expect.poll(() => two.seen).toContainEqual(DUE_AT);
  expect(other.seen).toEqual([]);
  expect(new Set(watch.sent)).toEqual(new Set([`SELECT (${always.text}), (${never.text})`]));
  for (const end of ends) end();
});

test('work that appears later is seen, and a watcher that ended hears nothing more', async () => {
  await using watch = await open();
  const [early, late] = [makeWatcher(), makeWatcher()];
  const endEarly = watch.watchDue(whenTenant, early.onDue);
  await expect.poll(() => watch.sent.length).toBeGreaterThan(0);
  expect(early.seen).toEqual([]);
  await watch.db.query({ text: `INSERT INTO tenants (slug, name) VALUES ('a', 'A')` });
  await expect.poll(() => early.seen.length).toBeGreaterThan(0);
  endEarly();
  const heard = early.seen.length;
  const endLate = watch.watchDue(whenTenant, late.onDue);
  await expect.poll(() => late.seen.length).toBeGreaterThan(0);
  expect(early.seen).toHaveLength(heard);
  endLate();
});

test('a lock on the table of one duty holds up no other', async () => {
  await using watch = await open();
  const [locked, free] = [makeWatcher(), makeWatcher()];
  const ends = [watch.watchDue(whenTenant, locked.onDue), watch.watchDue(always, free.onDue)];
  await watch.db.transaction(async (sql) => {
    await sql.query({ text: 'LOCK TABLE tenants IN ACCESS EXCLUSIVE MODE' });
    const heard = free.seen.length;
    await expect.poll(() => free.seen.length).toBeGreaterThan(heard);
  });
  for (const end of ends) end();
});

test('the watch continues after the database was away', async () => {
  await using watch = await open();
  watch.goAway(true);
  const { seen, onDue } = makeWatcher();
  const end = watch.watchDue(always, onDue);
  // Each duty looks itself.
  await expect.poll(() => seen).toEqual([new Date(0)]);
  watch.goAway(false);
  await expect.poll(() => seen).toContainEqual(DUE_AT);
  end();
});
