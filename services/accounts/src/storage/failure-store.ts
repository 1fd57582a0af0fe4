import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import type { Prisma } from '@parley/prisma/client';
import type { Failures } from '../domain/sign-in-pause.ts';

const NEVER = new Date(0);

const begin = defineBatchStatement({
  name: 'accounts.begin-failures',
  text: `INSERT INTO sign_in_failures (subject, failures, last_at)
         SELECT subject, 0, $2 FROM unnest($1::bytea[]) AS subject ORDER BY subject ON CONFLICT DO NOTHING`,
  items: { subject: 'bytea' },
  params: { never: 'timestamptz' },
});

const lock = defineStatement({
  name: 'accounts.lock-failures',
  text: 'SELECT subject, failures, last_at FROM sign_in_failures WHERE subject = ANY ($1) ORDER BY subject FOR UPDATE',
  params: { subjects: 'bytea[]' },
  row: { subject: 'bytea', failures: 'int4', lastAt: 'timestamptz' },
});

const write = defineBatchStatement({
  name: 'accounts.write-failures',
  text: `UPDATE sign_in_failures f SET failures = w.failures, last_at = w.last_at
           FROM unnest($1::bytea[], $2::int4[], $3::timestamptz[]) AS w(subject, failures, last_at) WHERE f.subject = w.subject`,
  items: { subject: 'bytea', failures: 'int4', lastAt: 'timestamptz' },
});

const takeBack = defineStatement({
  name: 'accounts.take-back-failures',
  text: 'UPDATE sign_in_failures SET failures = greatest(failures - 1, 0) WHERE subject = ANY ($1)',
  params: { subjects: 'bytea[]' },
});

const BATCH = 1000;
const dropOld = defineStatement({
  name: 'accounts.drop-failures',
  text: `DELETE FROM sign_in_failures WHERE subject IN (
           SELECT subject FROM sign_in_failures WHERE last_at < $1 ORDER BY last_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
  params: { before: 'timestamptz' },
});

/** Failed tries of one counter. The counters are stored, so that all processes share them. */
export interface CountedFailures extends Failures {
  subject: Buffer;
}

/** Creates the counters that do not exist, locks all of them and returns their values. */
export async function lockFailures(sql: Sql, subjects: readonly Buffer[]): Promise<CountedFailures[]> {
  await begin.run(
    sql,
    subjects.map((subject) => ({ subject })),
    { never: NEVER },
  );
  return lock.all(sql, { subjects: [...subjects] });
}

export async function saveFailures(sql: Sql, failures: readonly CountedFailures[]): Promise<void> {
  await write.run(sql, failures, {});
}

/** Resets these counters. */
export async function resetFailures(prisma: Prisma.TransactionClient, subjects: readonly Buffer[]): Promise<void> {
  const where = { subject: { in: subjects.map((subject) => new Uint8Array(subject)) } };
  await prisma.signInFailure.updateMany({ where, data: { failures: 0 } });
}

/** Takes one try back from each. */
export async function takeBackFailures(sql: Sql, subjects: readonly Buffer[]): Promise<void> {
  await takeBack.run(sql, { subjects: [...subjects] });
}

/** Deletes a batch; true when there may be more. */
export const deleteOldFailures = async (sql: Sql, before: Date): Promise<boolean> =>
  (await dropOld.run(sql, { before })) === BATCH;
