import type { Sql } from '@parley/prisma/sql';
import type { LinkedDevice } from '../domain/linked-device.ts';
import { COLUMNS, type DeviceRow, toDevice } from './device-rows.ts';

export type DeviceStore = ReturnType<typeof makeDeviceStore>;

/** Sessions and devices, as everybody may read them. */
export function makeDeviceStore(sql: Sql) {
  const one = async (name: string, condition: string, values: unknown[]): Promise<LinkedDevice | null> => {
    const text = `SELECT ${COLUMNS} FROM devices WHERE ${condition}`;
    const { rows } = await sql.query<DeviceRow>({ name, text, values });
    return rows[0] ? toDevice(rows[0]) : null;
  };
  return {
    findByToken: (tenantId: number, tokenHash: Buffer) =>
      one('devices-by-token', 'tenant_id = $1 AND token_hash = $2', [tenantId, tokenHash]),
    find: (tenantId: number, id: number) => one('devices-find', 'tenant_id = $1 AND id = $2', [tenantId, id]),

    /** A message was heard: the habit of the device moves a tenth towards this pause, and it is silent no more. */
    async heard(tenantId: number, id: number, at: Date): Promise<void> {
      await sql.query({
        name: 'devices-heard',
        text: `UPDATE devices
                  SET habit_seconds = CASE WHEN last_heard_at IS NULL OR last_heard_at >= $3 THEN habit_seconds
                        ELSE coalesce(habit_seconds * 0.9, 0)
                             + extract(epoch FROM $3 - last_heard_at) * CASE WHEN habit_seconds IS NULL THEN 1 ELSE 0.1 END END,
                      last_heard_at = greatest(last_heard_at, $3), silent_since = NULL
                WHERE tenant_id = $1 AND id = $2`,
        values: [tenantId, id, at],
      });
    },

    /** The network has put a limit on the account: it stands until it is lifted, or a weightier one comes. */
    async restrict(
      tenantId: number,
      id: number,
      name: string,
      until: Date | null,
      isWeightier: boolean,
    ): Promise<void> {
      await sql.query({
        name: 'devices-restrict',
        text: `UPDATE devices SET restriction = $3, restricted_until = $4
                WHERE tenant_id = $1 AND id = $2
                  AND ($5 OR restriction IS NULL OR restriction = $3 OR restricted_until < now())`,
        values: [tenantId, id, name, until, isWeightier],
      });
    },

    async lift(tenantId: number, id: number, name: string): Promise<void> {
      await sql.query({
        name: 'devices-lift',
        text: `UPDATE devices SET restriction = NULL, restricted_until = NULL
                WHERE tenant_id = $1 AND id = $2 AND restriction = $3`,
        values: [tenantId, id, name],
      });
    },

    /** Marks connected devices that have been silent for much longer than they use to be; answers those found just now. */
    async markSilent(given: {
      now: Date;
      factor: number;
      atLeastMs: number;
    }): Promise<{ id: number; tenantId: number }[]> {
      const { rows } = await sql.query<{ id: number; tenant_id: number }>({
        name: 'devices-mark-silent',
        text: `UPDATE devices SET silent_since = last_heard_at
                WHERE status = 'connected' AND silent_since IS NULL AND habit_seconds IS NOT NULL
                  AND last_heard_at < $1::timestamptz
                      - greatest(habit_seconds * $2, $3::float8 / 1000) * interval '1 second'
                RETURNING id, tenant_id`,
        values: [given.now, given.factor, given.atLeastMs],
      });
      return rows.map((row) => ({ id: row.id, tenantId: row.tenant_id }));
    },

    /** Devices by status, and how many are silent or restricted: for the gauges. */
    async countStates(): Promise<{ byStatus: Map<string, number>; silent: number; restricted: number }> {
      const { rows } = await sql.query<{ status: string; count: number; silent: number; restricted: number }>({
        name: 'devices-count',
        text: `SELECT status, count(*)::int AS count, count(silent_since)::int AS silent,
                      count(*) FILTER (WHERE restriction IS NOT NULL AND coalesce(restricted_until > now(), true)
                                         AND status <> 'deleted')::int AS restricted
                 FROM devices GROUP BY status`,
      });
      const sum = (key: 'silent' | 'restricted') => rows.reduce((all, row) => all + row[key], 0);
      return {
        byStatus: new Map(rows.map(({ status, count }) => [status, count])),
        silent: sum('silent'),
        restricted: sum('restricted'),
      };
    },
  };
}
