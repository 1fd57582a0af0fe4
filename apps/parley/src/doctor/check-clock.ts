import { databaseClock } from '@parley/database/operations/installation-facts';
import { request } from 'undici';
import { type Found, failure, ok, skipped, warning } from './finding.ts';
import type { Patient } from './patient.ts';

const WITHIN_MS = 5000;
/** Processes compare their clock with times that other processes stored. */
const MAX_BETWEEN_MACHINES_MS = 2000;
/** Webhook signatures are refused after five minutes; a `Date` header has whole seconds. */
const MAX_TO_META_MS = 30_000;

const ADVICE = 'Run NTP (chrony or systemd-timesyncd) on this machine and on that of the database.';

/** The other clock minus ours, at the middle of the round trip. */
async function compare(read: () => Promise<number>): Promise<number> {
  const before = Date.now();
  const other = await read();
  return other - (before + Date.now()) / 2;
}

async function readDatabaseClock({ database }: Patient): Promise<number | null> {
  if (database === null) return null;
  // The connection must not be part of the round trip.
  await database.ping();
  return compare(async () => {
    const clock = await databaseClock.first(database, {});
    return clock?.now.getTime() ?? Number.NaN;
  });
}

const readMetaClock = ({ environment }: Patient): Promise<number> =>
  compare(async () => {
    const { headers, body } = await request(environment.PARLEY_GRAPH_URL, { signal: AbortSignal.timeout(WITHIN_MS) });
    await body.dump();
    return Date.parse(String(headers.date));
  });

/** Compares the clock of this machine with those of the database and of Meta. */
export async function checkClock(patient: Patient): Promise<Found[]> {
  const [database, meta] = await Promise.all(
    [readDatabaseClock(patient), readMetaClock(patient)].map((reading) => reading.catch(() => null)),
  );
  const found: Found[] = [];
  const seconds = (ms: number): string => (Math.abs(ms) / 1000).toFixed(1);
  if (database && Math.abs(database) > MAX_BETWEEN_MACHINES_MS)
    found.push(warning(`The clocks of this machine and of the database differ by ${seconds(database)} s.`, ADVICE));
  if (meta && Math.abs(meta) > MAX_TO_META_MS)
    found.push(failure(`The clock of this machine is ${seconds(meta)} s off.`, ADVICE));
  if (found.length > 0) return found;
  if (!Number.isFinite(database ?? Number.NaN) && !Number.isFinite(meta ?? Number.NaN))
    return [skipped('There is no other clock to compare with.')];
  return [ok('The clock agrees with the others.')];
}
