import type { Database } from '@parley/database/connect-database';
import { defineStatement } from '@parley/database/statement';
import type { LinkedDevice } from '../domain/linked-device.ts';
import { DEVICE_COLUMNS, deviceRow, toDevice } from './device-rows.ts';

const findByToken = defineStatement({
  name: 'pairing.find-device-by-token',
  text: `SELECT ${DEVICE_COLUMNS} FROM devices WHERE tenant_id = $1 AND token_hash = $2`,
  params: { tenantId: 'int4', tokenHash: 'bytea' },
  row: deviceRow,
});

const findById = defineStatement({
  name: 'pairing.find-device',
  text: `SELECT ${DEVICE_COLUMNS} FROM devices WHERE tenant_id = $1 AND id = $2`,
  params: { tenantId: 'int4', id: 'int4' },
  row: deviceRow,
});

const countByStatus = defineStatement({
  name: 'pairing.count-devices',
  text: `SELECT status, count(*)::int4 AS count, count(silent_since)::int4 AS silent,
                count(*) FILTER (WHERE restriction IS NOT NULL AND coalesce(restricted_until > now(), true)
                                   AND status <> 'deleted')::int4 AS restricted
           FROM devices GROUP BY status`,
  row: { status: deviceRow.status, count: 'int4!', silent: 'int4!', restricted: 'int4!' },
});

export type DeviceStore = ReturnType<typeof makeDeviceStore>;

/** Sessions and devices, as everybody may read them. */
export function makeDeviceStore(sql: Pick<Database, 'query'>) {
  return {
    async findByToken(tenantId: number, tokenHash: Buffer): Promise<LinkedDevice | null> {
      const row = await findByToken.first(sql, { tenantId, tokenHash });
      return row && toDevice(row);
    },

    async find(tenantId: number, id: number): Promise<LinkedDevice | null> {
      const row = await findById.first(sql, { tenantId, id });
      return row && toDevice(row);
    },

    /** Devices by status, and how many are silent or restricted: for the gauges. */
    async countStates(): Promise<{ byStatus: Map<string, number>; silent: number; restricted: number }> {
      const rows = await countByStatus.all(sql, {});
      const sum = (key: 'silent' | 'restricted') => rows.reduce((all, row) => all + row[key], 0);
      return {
        byStatus: new Map(rows.map(({ status, count }) => [status, count])),
        silent: sum('silent'),
        restricted: sum('restricted'),
      };
    },
  };
}
