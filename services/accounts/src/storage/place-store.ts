import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { defineBatchStatement, defineStatement } from '@parley/database/statement';
import type { PlaceRows } from '../use-cases/limit-tries.ts';

/** Of one account: enough for the devices of a person, and a bound where each sign-in comes without a cookie. */
const MAX_PLACES = 50;

const find = defineStatement({
  name: 'accounts.find-places',
  text: 'SELECT place FROM sign_in_places WHERE account = $1 AND place = ANY ($2)',
  params: { account: 'bytea', places: 'bytea[]' },
  row: { place: 'bytea' },
});

const remember = defineBatchStatement({
  name: 'accounts.remember-places',
  text: `INSERT INTO sign_in_places (account, place, last_at)
         SELECT $2, place, $3 FROM unnest($1::bytea[]) AS place ORDER BY place
             ON CONFLICT (account, place) DO UPDATE SET last_at = excluded.last_at`,
  items: { place: 'bytea' },
  params: { account: 'bytea', at: 'timestamptz' },
});

const dropOver = defineStatement({
  name: 'accounts.drop-places-over-limit',
  text: `DELETE FROM sign_in_places WHERE account = $1 AND place IN (
           SELECT place FROM sign_in_places WHERE account = $1 ORDER BY last_at DESC, place OFFSET ${MAX_PLACES})`,
  params: { account: 'bytea' },
});

const BATCH = 1000;
const dropOld = defineStatement({
  name: 'accounts.drop-places',
  text: `DELETE FROM sign_in_places WHERE (account, place) IN (
           SELECT account, place FROM sign_in_places WHERE last_at < $1 ORDER BY last_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
  params: { before: 'timestamptz' },
});

/** Devices and networks of sign-ins in PostgreSQL. */
export const makePlaceStore = (database: PrismaDatabase): PlaceRows => ({
  async findKnown(account, { device, network }) {
    const rows = await find.all(database, { account, places: [network, ...(device ? [device] : [])] });
    const isKnown = (place: Buffer | null): boolean => rows.some((row) => place?.equals(row.place) === true);
    return { device: isKnown(device), network: isKnown(network) };
  },
  remember: (account, places, at) =>
    database.transaction(async (sql) => {
      await remember.run(
        sql,
        places.map((place) => ({ place })),
        { account, at },
      );
      await dropOver.run(sql, { account });
    }),
  dropOld: async (before) => (await dropOld.run(database, { before })) === BATCH,
});
