import type { PrismaDatabase } from '@parley/database/map-database-errors';
import { defineStatement, type Statement } from '@parley/database/statement';
import { findDeadWorkers, isGone, type WorkerPresence } from '@parley/database/worker-presence';
import type { DeviceLease } from '../domain/device-lease.ts';
import type { WorkShare } from '../domain/device-share.ts';
import type { LinkedDevice } from '../domain/linked-device.ts';
import { DEVICE_COLUMNS, deviceRow, IS_UNPAIRED, IS_WANTED, toDevice } from './device-rows.ts';

/** A device that this worker has just claimed. */
export interface ClaimedDevice {
  lease: DeviceLease;
  device: LinkedDevice;
}

export type LeaseStore = ReturnType<typeof makeLeaseStore>;

/** The name of this service in the list of workers. */
export const PRESENCE_SERVICE = 'pairing';

const FREE = '(lease_until IS NULL OR lease_until < now())';
const UNTIL = `now() + $2 * interval '1 millisecond'`;
const claiming = (chosen: string): string => `
  UPDATE devices SET worker_id = $1, lease_token = lease_token + 1, lease_until = ${UNTIL}
   WHERE id IN (SELECT id FROM devices WHERE ${chosen} FOR UPDATE SKIP LOCKED)
  RETURNING ${DEVICE_COLUMNS}, lease_token`;
const claimed = { ...deviceRow, leaseToken: 'int8' } as const;
const holder = { workerId: 'text', leaseMs: 'float8' } as const;

const claimWanted = defineStatement({
  name: 'pairing.claim-wanted-devices',
  text: claiming(`${IS_WANTED} AND ${FREE} ORDER BY lease_until NULLS FIRST, id LIMIT $3::int4`),
  params: { ...holder, count: 'int4' },
  row: claimed,
});
const claimOne = defineStatement({
  name: 'pairing.claim-device',
  text: claiming(`id = $3 AND ${FREE}`),
  params: { ...holder, deviceId: 'int4' },
  row: claimed,
});
const claimExpired = defineStatement({
  name: 'pairing.claim-expired-devices',
  text: claiming(`${IS_UNPAIRED} AND expires_at <= now() AND ${FREE} LIMIT $3::int4`),
  params: { ...holder, count: 'int4' },
  row: claimed,
});

const renew = defineStatement({
  name: 'pairing.renew-leases',
  plan: 'index',
  text: `UPDATE devices d SET lease_until = ${UNTIL}
           FROM unnest($3::int4[], $4::int8[]) AS held (id, token)
          WHERE d.id = held.id AND d.lease_token = held.token AND d.worker_id = $1 AND d.lease_until > now()
         RETURNING d.id`,
  params: { ...holder, deviceIds: 'int4[]', tokens: 'int8[]' },
  row: { id: 'int4' },
});

const release = defineStatement({
  name: 'pairing.release-leases',
  text: `UPDATE devices d SET worker_id = NULL, lease_until = NULL
           FROM unnest($2::int4[], $3::int8[]) AS held (id, token)
          WHERE d.id = held.id AND d.lease_token = held.token AND d.worker_id = $1`,
  params: { workerId: 'text', deviceIds: 'int4[]', tokens: 'int8[]' },
});

const findHolder = defineStatement({
  name: 'pairing.find-holder',
  plan: 'index',
  text: 'SELECT worker_id FROM devices WHERE id = $1 AND lease_until > now()',
  params: { deviceId: 'int4' },
  row: { workerId: 'text?' },
});

const beat = defineStatement({
  name: 'pairing.beat',
  plan: 'index',
  text: `WITH me AS (INSERT INTO device_workers (id, seen_at) VALUES ($1, now())
                     ON CONFLICT (id) DO UPDATE SET seen_at = now()),
              dead AS (DELETE FROM device_workers WHERE seen_at < now() - interval '10 minutes')
         SELECT (SELECT count(*)::int4 FROM device_workers WHERE id <> $1 AND seen_at > now() - $2 * interval '1 millisecond')
                + 1 AS workers,
                (SELECT count(*)::int4 FROM devices WHERE ${IS_WANTED}) AS wanted`,
  params: holder,
  row: { workers: 'int4!', wanted: 'int4!' },
});

/**
 * Checks the locks again and holds them until the commit, so that a returning worker sees that its devices were
 * released.
 */
const bury = defineStatement({
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

type Claim<Chosen> = Statement<
  { workerId: string; leaseMs: number } & Chosen,
  Parameters<typeof toDevice>[0] & { leaseToken: string }
>;
const deviceIdsOf = (leases: readonly DeviceLease[]): number[] => leases.map(({ deviceId }) => deviceId);
const tokensOf = (leases: readonly DeviceLease[]): string[] => leases.map(({ token }) => token);

/** Finds dead workers by this worker's presence, which avoids a query each time. */
type LookForGone = WorkerPresence['findGone'];

/** Leases of devices, by the clock of the database. */
export function makeLeaseStore(
  database: Pick<PrismaDatabase, 'query' | 'prisma'>,
  me: { workerId: string; leaseMs: number },
  lookForGone?: LookForGone,
) {
  const { workerId } = me;
  const claim = async <Chosen>(statement: Claim<Chosen>, chosen: Chosen): Promise<ClaimedDevice[]> =>
    (await statement.all(database, { ...me, ...chosen })).map((row) => ({
      lease: { deviceId: row.id, workerId, token: row.leaseToken },
      device: toDevice(row),
    }));

  return {
    /** Claims free devices that need a socket, longest free first. */
    claimWanted: (count: number) => claim(claimWanted, { count }),

    /** Claims one device in any status; null when another worker holds it, or it does not exist. */
    async claimOne(deviceId: number): Promise<ClaimedDevice | null> {
      return (await claim(claimOne, { deviceId }))[0] ?? null;
    },

    /** Claims expired unpaired sessions that no worker holds. */
    claimExpired: (count: number) => claim(claimExpired, { count }),

    /** Renews the leases that are still this worker's; returns their devices. */
    async renew(leases: readonly DeviceLease[]): Promise<Set<number>> {
      if (leases.length === 0) return new Set();
      const held = { ...me, deviceIds: deviceIdsOf(leases), tokens: tokensOf(leases) };
      return new Set((await renew.all(database, held)).map(({ id }) => id));
    },

    /** Releases the leases at once, so that the next worker need not wait. */
    async release(leases: readonly DeviceLease[]): Promise<void> {
      if (leases.length === 0) return;
      await release.run(database, { workerId, deviceIds: deviceIdsOf(leases), tokens: tokensOf(leases) });
    },

    /** The worker that holds a device now, or null. */
    async findHolder(deviceId: number): Promise<string | null> {
      return (await findHolder.first(database, { deviceId }))?.workerId ?? null;
    },

    /** Updates this worker's entry in the list, and reads its share. */
    async beat(): Promise<WorkShare> {
      return (await beat.first(database, me)) ?? { workers: 1, wanted: 0 };
    },

    /** Numbers of other workers whose presence lock is free, because their database connection ended. */
    async findGone(): Promise<number[]> {
      const gone = await (lookForGone?.(database) ?? findDeadWorkers(database, PRESENCE_SERVICE));
      return gone.flatMap(({ number, worker }) => (worker === workerId ? [] : [number]));
    },

    /** Releases the devices of those of these workers that are still dead; returns the number of these workers. */
    async bury(numbers: readonly number[]): Promise<number> {
      return (await bury.first(database, { numbers: [...numbers] }))?.buried ?? 0;
    },

    /** Removes this worker from the list: the others take its share. */
    async leave(): Promise<void> {
      await database.prisma.deviceWorker.deleteMany({ where: { id: workerId } });
    },
  };
}
