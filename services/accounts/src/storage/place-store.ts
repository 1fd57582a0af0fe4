import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import type { PlaceRows } from '../use-cases/limit-tries.ts';

/** Per account: enough for the devices of a person, and a limit where each sign-in comes without a cookie. */
const MAX_PLACES = 50;

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

/** Devices and networks of sign-ins in PostgreSQL. */
export const makePlaceStore = (database: PrismaDatabase): PlaceRows => ({
  async findKnown(account, { device, network }) {
    const asked = [network, ...(device ? [device] : [])].map(bytes);
    const where = { account: bytes(account), place: { in: asked } };
    const rows = await database.prisma.signInPlace.findMany({ where, select: { place: true } });
    const isKnown = (place: Buffer | null): boolean => rows.some((row) => place?.equals(row.place) === true);
    return { device: isKnown(device), network: isKnown(network) };
  },
  remember: (account, places, at) =>
    database.prismaTransaction(async ({ sql, prisma: { signInPlace } }) => {
      await remember.run(
        sql,
        places.map((place) => ({ place })),
        { account, at },
      );
      const over = await signInPlace.findMany({
        where: { account: bytes(account) },
        select: { place: true },
        orderBy: [{ lastAt: 'desc' }, { place: 'asc' }],
        skip: MAX_PLACES,
      });
      const where = { account: bytes(account), place: { in: over.map(({ place }) => place) } };
      if (over.length > 0) await signInPlace.deleteMany({ where });
    }),
  dropOld: async (before) => (await dropOld.run(database, { before })) === BATCH,
});
