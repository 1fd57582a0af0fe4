import type { Sql } from '@parley/prisma/sql';
import { findGoneWorkers, isGone } from '@parley/prisma/worker-presence';
import type { DeviceLease } from '../domain/device-lease.ts';
import type { LinkedDevice } from '../domain/linked-device.ts';
import { COLUMNS, type DeviceRow, toDevice } from './device-rows.ts';

/** A device that this worker has just taken. */
export interface ClaimedDevice {
  lease: DeviceLease;
  device: LinkedDevice;
}

/** How many workers live, and how many devices want a socket. */
export interface WorkShare {
  workers: number;
  wanted: number;
}

export type LeaseStore = ReturnType<typeof makeLeaseStore>;

const WANTED = `status IN ('connecting', 'awaiting_pairing', 'connected', 'reconnecting')`;
const FREE = '(lease_until IS NULL OR lease_until < now())';

/** The service that this is, on the list of workers. */
export const PRESENCE_SERVICE = 'pairing';

/** Looks once more at the locks, and keeps them: a worker that comes back meanwhile finds its devices gone. */
const BURY = `
  WITH gone AS MATERIALIZED (SELECT number, worker FROM worker_presence WHERE number = ANY ($1) AND ${isGone('number')}),
       freed AS (UPDATE devices SET worker_id = NULL, lease_until = NULL WHERE worker_id IN (SELECT worker FROM gone)),
       unseen AS (DELETE FROM device_workers WHERE id IN (SELECT worker FROM gone)),
       unlisted AS (DELETE FROM worker_presence WHERE number IN (SELECT number FROM gone))
  SELECT count(*)::int AS buried FROM gone`;
const UNTIL = `now() + $2 * interval '1 millisecond'`;

/** Leases of devices, by the clock of the database alone. */
export function makeLeaseStore(sql: Sql, { workerId, leaseMs }: { workerId: string; leaseMs: number }) {
  const toClaimed = (row: DeviceRow & { lease_token: string }): ClaimedDevice => ({
    lease: { deviceId: row.id, workerId, token: row.lease_token },
    device: toDevice(row),
  });
  const claim = async (name: string, chosen: string, value: number): Promise<ClaimedDevice[]> => {
    const { rows } = await sql.query<DeviceRow & { lease_token: string }>({
      name,
      text: `UPDATE devices SET worker_id = $1, lease_token = lease_token + 1, lease_until = ${UNTIL}
              WHERE id IN (SELECT id FROM devices WHERE ${chosen} FOR UPDATE SKIP LOCKED)
              RETURNING ${COLUMNS}, lease_token::text`,
      values: [workerId, leaseMs, value],
    });
    return rows.map(toClaimed);
  };

  return {
    /** Takes devices that want a socket and that nobody holds, those free for longest first. */
    claimWanted: (count: number) =>
      claim('lease-claim-wanted', `${WANTED} AND ${FREE} ORDER BY lease_until NULLS FIRST, id LIMIT $3`, count),

    /** Takes one device whatever it wants; null when somebody holds it, or it does not exist. */
    async claimOne(deviceId: number): Promise<ClaimedDevice | null> {
      return (await claim('lease-claim-one', `id = $3 AND ${FREE}`, deviceId))[0] ?? null;
    },

    /** Unpaired sessions whose time is over and that nobody holds. */
    claimExpired: (count: number) =>
      claim(
        'lease-claim-expired',
        `NOT is_paired AND status IN ('created', 'connecting', 'awaiting_pairing') AND expires_at <= now() AND ${FREE} LIMIT $3`,
        count,
      ),

    /** Prolongs those leases that are still this worker's; answers their devices. */
    async renew(leases: readonly DeviceLease[]): Promise<Set<number>> {
      if (leases.length === 0) return new Set();
      const { rows } = await sql.query<{ id: number }>({
        name: 'lease-renew',
        text: `UPDATE devices d SET lease_until = ${UNTIL}
                 FROM unnest($3::int[], $4::bigint[]) AS held (id, token)
                WHERE d.id = held.id AND d.lease_token = held.token AND d.worker_id = $1 AND d.lease_until > now()
                RETURNING d.id`,
        values: [workerId, leaseMs, leases.map(({ deviceId }) => deviceId), leases.map(({ token }) => token)],
      });
      return new Set(rows.map(({ id }) => id));
    },

    /** Lets go at once: the next worker need not wait. */
    async release(leases: readonly DeviceLease[]): Promise<void> {
      await sql.query({
        name: 'lease-release',
        text: `UPDATE devices d SET worker_id = NULL, lease_until = NULL
                 FROM unnest($2::int[], $3::bigint[]) AS held (id, token)
                WHERE d.id = held.id AND d.lease_token = held.token AND d.worker_id = $1`,
        values: [workerId, leases.map(({ deviceId }) => deviceId), leases.map(({ token }) => token)],
      });
    },

    /** The worker that holds a device now, or null. */
    async findHolder(deviceId: number): Promise<string | null> {
      const { rows } = await sql.query<{ worker_id: string }>({
        name: 'lease-holder',
        text: 'SELECT worker_id FROM devices WHERE id = $1 AND lease_until > now() AND worker_id IS NOT NULL',
        values: [deviceId],
      });
      return rows[0]?.worker_id ?? null;
    },

    /** Says that this worker lives, and reads what its share is. */
    async beat(): Promise<WorkShare> {
      const { rows } = await sql.query<{ workers: number; wanted: number }>({
        name: 'lease-beat',
        text: `WITH me AS (INSERT INTO device_workers (id, seen_at) VALUES ($1, now())
                           ON CONFLICT (id) DO UPDATE SET seen_at = now()),
                    dead AS (DELETE FROM device_workers WHERE seen_at < now() - interval '10 minutes')
               SELECT (SELECT count(*)::int FROM device_workers
                        WHERE id <> $1 AND seen_at > now() - $2 * interval '1 millisecond') + 1 AS workers,
                      (SELECT count(*)::int FROM devices WHERE ${WANTED}) AS wanted`,
        values: [workerId, leaseMs],
      });
      return rows[0] ?? { workers: 1, wanted: 0 };
    },

    /** Numbers of the other workers whose connection to the database is gone: PostgreSQL has dropped their locks. */
    async findGone(): Promise<number[]> {
      const gone = await findGoneWorkers(sql, PRESENCE_SERVICE);
      return gone.flatMap(({ number, worker }) => (worker === workerId ? [] : [number]));
    },

    /** Frees the devices of those of these workers that are still gone; returns how many workers that were. */
    async bury(numbers: readonly number[]): Promise<number> {
      const { rows } = await sql.query<{ buried: number }>({ name: 'lease-bury', text: BURY, values: [numbers] });
      return rows[0]?.buried ?? 0;
    },

    /** This worker leaves: its share goes to the others. */
    async leave(): Promise<void> {
      await sql.query({ text: 'DELETE FROM device_workers WHERE id = $1', values: [workerId] });
    },
  };
}
