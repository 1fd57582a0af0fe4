import { at } from '@parley/common/at';
import { isGone } from '@parley/database/claims/worker-presence';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement, type Statement } from '@parley/database/statements/statement';
import { DEVICE_COLUMNS, deviceRow, IS_UNPAIRED, IS_WANTED, toDevice } from '../devices/device.store.ts';
import type { ClaimedDevice, DeviceLease, LeaseHolder, WorkShare } from './device-lease.rules.ts';

const FREE = '(lease_until IS NULL OR lease_until < now())';
const UNTIL = `now() + $2 * interval '1 millisecond'`;
const claiming = (chosen: string): string => `
  UPDATE devices SET worker_id = $1, lease_token = lease_token + 1, lease_until = ${UNTIL}
   WHERE id IN (SELECT id FROM devices WHERE ${chosen} FOR UPDATE SKIP LOCKED)
  RETURNING ${DEVICE_COLUMNS}, lease_token`;
const claimed = { ...deviceRow, leaseToken: 'int8' } as const;
const holderParams = { workerId: 'text', leaseMs: 'float8' } as const;

const claimWanted = defineStatement({
  name: 'pairing.claim-wanted-devices',
  text: claiming(`${IS_WANTED} AND ${FREE} ORDER BY lease_until NULLS FIRST, id LIMIT $3::int4`),
  params: { ...holderParams, count: 'int4' },
  row: claimed,
});
const claimOne = defineStatement({
  name: 'pairing.claim-device',
  text: claiming(`id = $3 AND ${FREE}`),
  params: { ...holderParams, deviceId: 'int4' },
  row: claimed,
});
const claimExpired = defineStatement({
  name: 'pairing.claim-expired-devices',
  text: claiming(`${IS_UNPAIRED} AND expires_at <= now() AND ${FREE} LIMIT $3::int4`),
  params: { ...holderParams, count: 'int4' },
  row: claimed,
});

const renew = defineStatement({
  name: 'pairing.renew-leases',
  plan: 'index',
  text: `UPDATE devices d SET lease_until = ${UNTIL}
           FROM unnest($3::int4[], $4::int8[]) AS held (id, token)
          WHERE d.id = held.id AND d.lease_token = held.token AND d.worker_id = $1 AND d.lease_until > now()
         RETURNING d.id`,
  params: { ...holderParams, deviceIds: 'int4[]', tokens: 'int8[]' },
  row: { id: 'int4' },
});

const endLeases = defineStatement({
  name: 'pairing.release-leases',
  text: `UPDATE devices d SET worker_id = NULL, lease_until = NULL
           FROM unnest($2::int4[], $3::int8[]) AS held (id, token)
          WHERE d.id = held.id AND d.lease_token = held.token AND d.worker_id = $1`,
  params: { workerId: 'text', deviceIds: 'int4[]', tokens: 'int8[]' },
});

const selectHolder = defineStatement({
  name: 'pairing.find-holder',
  plan: 'index',
  text: 'SELECT worker_id FROM devices WHERE id = $1 AND lease_until > now()',
  params: { deviceId: 'int4' },
  row: { workerId: 'text?' },
});

const writeBeat = defineStatement({
  name: 'pairing.beat',
  plan: 'index',
  text: `WITH me AS (INSERT INTO device_workers (id, seen_at) VALUES ($1, now())
                     ON CONFLICT (id) DO UPDATE SET seen_at = now()),
              dead AS (DELETE FROM device_workers WHERE seen_at < now() - interval '10 minutes')
         SELECT (SELECT count(*)::int4 FROM device_workers WHERE id <> $1 AND seen_at > now() - $2 * interval '1 millisecond')
                + 1 AS workers,
                (SELECT count(*)::int4 FROM devices WHERE ${IS_WANTED}) AS wanted`,
  params: holderParams,
  row: { workers: 'int4!', wanted: 'int4!' },
});

/**
 * Checks the locks again and holds them until the commit, so that a returning worker sees that its devices were
 * released.
 */
const freeWorkers = defineStatement({
  name: 'pairing.bury-workers',
  text: `WITH gone AS MATERIALIZED (
                SELECT number, worker FROM worker_presence WHERE number = ANY ($1) AND ${isGone('number')}),
              freed AS (
                UPDATE devices SET worker_id = NULL, lease_until = NULL WHERE worker_id IN (SELECT worker FROM gone)),
              unseen AS (DELETE FROM device_workers WHERE id IN (SELECT worker FROM gone)),
              unlisted AS (DELETE FROM worker_presence WHERE number IN (SELECT number FROM gone))
         SELECT count(*)::int4 AS buried FROM gone`,
  params: { numbers: 'int4[]' },
  row: { buried: 'int4!' },
});

type Claim<Chosen> = Statement<LeaseHolder & Chosen, Parameters<typeof toDevice>[0] & { leaseToken: string }>;

async function claim<Chosen>(
  sql: Sql,
  statement: Claim<Chosen>,
  holder: LeaseHolder,
  chosen: Chosen,
): Promise<ClaimedDevice[]> {
  const rows = await statement.all(sql, { ...holder, ...chosen });
  return rows.map((row) => ({
    lease: { deviceId: row.id, workerId: holder.workerId, token: row.leaseToken },
    device: toDevice(row),
  }));
}

/** Claims free devices that need a socket, longest free first. */
export const claimWantedDevices = (sql: Sql, holder: LeaseHolder, count: number): Promise<ClaimedDevice[]> =>
  claim(sql, claimWanted, holder, { count });

/** Claims one device in any status; null when another worker holds it, or it does not exist. */
export const claimDeviceById = async (sql: Sql, holder: LeaseHolder, deviceId: number): Promise<ClaimedDevice | null> =>
  (await claim(sql, claimOne, holder, { deviceId }))[0] ?? null;

/** Claims expired unpaired sessions that no worker holds. */
export const claimExpiredSessions = (sql: Sql, holder: LeaseHolder, count: number): Promise<ClaimedDevice[]> =>
  claim(sql, claimExpired, holder, { count });

const listsOf = (leases: readonly DeviceLease[]): { deviceIds: number[]; tokens: string[] } => ({
  deviceIds: leases.map(({ deviceId }) => deviceId),
  tokens: leases.map(({ token }) => token),
});

/** Extends the leases that are still this worker's; returns their devices. */
export async function extendLeases(
  sql: Sql,
  holder: LeaseHolder,
  leases: readonly DeviceLease[],
): Promise<Set<number>> {
  if (leases.length === 0) return new Set();
  const extended = await renew.all(sql, { ...holder, ...listsOf(leases) });
  return new Set(extended.map(({ id }) => id));
}

/** Releases the leases at once, so that the next worker need not wait. */
export async function releaseLeases(
  sql: Sql,
  { workerId }: LeaseHolder,
  leases: readonly DeviceLease[],
): Promise<void> {
  if (leases.length > 0) await endLeases.run(sql, { workerId, ...listsOf(leases) });
}

/** The worker that holds a device now, or null. */
export const findHolder = async (sql: Sql, deviceId: number): Promise<string | null> =>
  (await selectHolder.first(sql, { deviceId }))?.workerId ?? null;

/** Updates this worker's entry in the list, and reads its share. */
export const beat = async (sql: Sql, holder: LeaseHolder): Promise<WorkShare> =>
  at(await writeBeat.all(sql, holder), 0);

/** Releases the devices of those of these workers that are still dead; returns the number of these workers. */
export const buryWorkers = async (sql: Sql, numbers: readonly number[]): Promise<number> =>
  at(await freeWorkers.all(sql, { numbers: [...numbers] }), 0).buried;

/** Removes this worker from the list: the others take its share. */
export async function leaveWorkers(prisma: Pick<PrismaDatabase['prisma'], 'deviceWorker'>, { workerId }: LeaseHolder) {
  await prisma.deviceWorker.deleteMany({ where: { id: workerId } });
}

const findNeed = defineStatement({
  name: 'pairing.find-need',
  text: `SELECT EXISTS (SELECT FROM devices WHERE ${IS_WANTED}) OR EXISTS (SELECT FROM devices WHERE ${IS_UNPAIRED})
             AS is_needed`,
  row: { isNeeded: 'bool!' },
});

/** Whether a device should have a socket, or a session waits for a phone or for its expiry. */
export const hasNeed = async (sql: Sql): Promise<boolean> => at(await findNeed.all(sql, {}), 0).isNeeded;
