import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import type { FailureRows } from '../use-cases/limit-tries.ts';

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

/** Wrong passwords in PostgreSQL, so that all processes share the counts. */
export const makeFailureStore = (database: PrismaDatabase): FailureRows => ({
  take: (counted, decide) =>
    database.transaction(async (sql) => {
      const subjects = counted.map(({ subject }) => subject);
      await begin.run(
        sql,
        subjects.map((subject) => ({ subject })),
        { never: NEVER },
      );
      const held = await lock.all(sql, { subjects });
      const decided = counted.flatMap((by) => {
        const found = held.find(({ subject }) => subject.equals(by.subject));
        return found ? [{ subject: by.subject, ...decide(by, found) }] : [];
      });
      await write.run(sql, decided, {});
    }),
  async end(subjects) {
    const where = { subject: { in: subjects.map((subject) => new Uint8Array(subject)) } };
    await database.prisma.signInFailure.updateMany({ where, data: { failures: 0 } });
  },
  async takeBack(subjects) {
    await takeBack.run(database, { subjects: [...subjects] });
  },
  dropOld: async (before) => (await dropOld.run(database, { before })) === BATCH,
});
