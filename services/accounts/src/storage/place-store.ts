import type { Sql } from '@parley/database/sql';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import type { Prisma } from '@parley/prisma/client';
import { accountHash, type Places } from '../domain/sign-in-place.ts';

const remember = defineBatchStatement({
  name: 'accounts.remember-places',
  text: `INSERT INTO sign_in_places (account, place, last_at)
         SELECT $2, place, $3 FROM unnest($1::bytea[]) AS place ORDER BY place
             ON CONFLICT (account, place) DO UPDATE SET last_at = excluded.last_at`,
  items: { place: 'bytea' },
  params: { account: 'bytea', at: 'timestamptz' },
});

const BATCH = 1000;
const dropOld = defineStatement({
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

/** Forgets the places of an address: those of sign-ins before somebody confirmed it. */
export async function deletePlacesOf({ signInPlace }: Client, emailKey: string): Promise<void> {
  await signInPlace.deleteMany({ where: { account: bytes(accountHash(emailKey)) } });
}

/** Deletes a batch; true when there may be more. */
export const deleteOldPlaces = async (sql: Sql, before: Date): Promise<boolean> =>
  (await dropOld.run(sql, { before })) === BATCH;
