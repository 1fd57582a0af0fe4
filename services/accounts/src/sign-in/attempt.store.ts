import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import type { Prisma } from '@parley/prisma/client';
import { accountHash, type Failures, type Places } from './attempt.rules.ts';

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
const dropFailures = defineStatement({
  name: 'accounts.drop-failures',
  text: `DELETE FROM sign_in_failures WHERE subject IN (
           SELECT subject FROM sign_in_failures WHERE last_at < $1 ORDER BY last_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
  params: { before: 'timestamptz' },
});

/** Failed tries of one counter. The counters are stored, so that all processes share them. */
interface CountedFailures extends Failures {
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

/** Takes one attempt back from each. */
export async function takeBackFailures(sql: Sql, subjects: readonly Buffer[]): Promise<void> {
  await takeBack.run(sql, { subjects: [...subjects] });
}

/** Deletes a batch; true when there may be more. */
export const deleteOldFailures = async (sql: Sql, before: Date): Promise<boolean> =>
  (await dropFailures.run(sql, { before })) === BATCH;

const remember = defineBatchStatement({
  name: 'accounts.remember-places',
  text: `INSERT INTO sign_in_places (account, place, last_at)
         SELECT $2, place, $3 FROM unnest($1::bytea[]) AS place ORDER BY place
             ON CONFLICT (account, place) DO UPDATE SET last_at = excluded.last_at`,
  items: { place: 'bytea' },
  params: { account: 'bytea', at: 'timestamptz' },
});

const dropPlaces = defineStatement({
  name: 'accounts.drop-places',
  text: `DELETE FROM sign_in_places WHERE (account, place) IN (
           SELECT account, place FROM sign_in_places WHERE last_at < $1 ORDER BY last_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
  params: { before: 'timestamptz' },
});

const bytes = (hash: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(hash);

type Client = Prisma.TransactionClient;

/*
 * The devices and networks of successful sign-ins to an account.
 */

export async function findKnownPlaces(
  { signInPlace }: Client,
  account: Buffer,
  { device, network }: Places,
): Promise<Record<keyof Places, boolean>> {
  const asked = [network, ...(device ? [device] : [])].map(bytes);
  const where = { account: bytes(account), place: { in: asked } };
  const rows = await signInPlace.findMany({ where, select: { place: true } });
  const isKnown = (place: Buffer | null): boolean => rows.some((row) => place?.equals(row.place) === true);
  return { device: isKnown(device), network: isKnown(network) };
}

export async function savePlaces(sql: Sql, account: Buffer, places: readonly Buffer[], at: Date): Promise<void> {
  await remember.run(
    sql,
    places.map((place) => ({ place })),
    { account, at },
  );
}

/** Keeps the newest places of an account, up to a maximum. */
export async function deleteExcessPlaces({ signInPlace }: Client, account: Buffer, placesMax: number): Promise<void> {
  const over = await signInPlace.findMany({
    where: { account: bytes(account) },
    select: { place: true },
    orderBy: [{ lastAt: 'desc' }, { place: 'asc' }],
    skip: placesMax,
  });
  const where = { account: bytes(account), place: { in: over.map(({ place }) => place) } };
  if (over.length > 0) await signInPlace.deleteMany({ where });
}

/** Forgets the places of an address where someone signed in before it was confirmed. */
export async function deletePlacesOf({ signInPlace }: Client, emailKey: string): Promise<void> {
  await signInPlace.deleteMany({ where: { account: bytes(accountHash(emailKey)) } });
}

/** Deletes a batch; true when there may be more. */
export const deleteOldPlaces = async (sql: Sql, before: Date): Promise<boolean> =>
  (await dropPlaces.run(sql, { before })) === BATCH;
