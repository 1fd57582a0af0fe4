import type { Cipher } from '@parley/database/encryption';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import type { DeviceAuth, KeyChange } from '../devices/device-network.rules.ts';
import { type DeviceLease, LeaseLost } from './device-lease.rules.ts';

/** Hot (ADR 18): for every Signal session that is not in the cache. */
const getKeys = defineStatement({
  name: 'pairing.get-keys',
  plan: 'index',
  text: 'SELECT id, value FROM device_keys WHERE device_id = $1 AND type = $2 AND id = ANY ($3)',
  params: { deviceId: 'int4', type: 'text', ids: 'text[]' },
  row: { id: 'text', value: 'text' },
});

/** Hot (ADR 18): once per message in each direction. */
const writeKeys = defineStatement({
  name: 'pairing.write-keys',
  plan: 'index',
  text: `WITH lease AS MATERIALIZED (
                SELECT 1 FROM devices
                 WHERE id = $1 AND worker_id = $2 AND lease_token = $3 AND lease_until > now() FOR SHARE),
              gone AS (
                DELETE FROM device_keys k USING unnest($4::text[], $5::text[]) AS g (type, id)
                 WHERE k.device_id = $1 AND k.type = g.type AND k.id = g.id AND EXISTS (SELECT 1 FROM lease)),
              put AS (
                INSERT INTO device_keys (device_id, type, id, value)
                SELECT $1, p.type, p.id, p.value FROM unnest($6::text[], $7::text[], $8::text[]) AS p (type, id, value)
                 WHERE EXISTS (SELECT 1 FROM lease)
                ON CONFLICT (device_id, type, id) DO UPDATE SET value = excluded.value)
         SELECT count(*)::int4 AS held FROM lease`,
  params: {
    deviceId: 'int4',
    workerId: 'text',
    leaseToken: 'int8',
    goneTypes: 'text[]',
    goneIds: 'text[]',
    types: 'text[]',
    ids: 'text[]',
    values: 'text[]',
  },
  row: { held: 'int4!' },
});

const addKey = defineStatement({
  name: 'pairing.add-key',
  text: `INSERT INTO device_keys (device_id, type, id, value)
         SELECT d.id, $3, $4, $5 FROM devices d WHERE d.tenant_id = $1 AND d.id = $2 AND d.is_paired
         ON CONFLICT (device_id, type, id) DO UPDATE SET value = excluded.value`,
  params: { tenantId: 'int4', deviceId: 'int4', type: 'text', id: 'text', value: 'text' },
});

/** The purpose of an encrypted value: it is bound to its device, type and id. */
export const purposeOf = (deviceId: number, type: string, id: string): string =>
  `device_keys:${deviceId}:${type}:${id}`;

/**
 * A client's state, encrypted, each value bound to its key. Every write is one statement under the device's lease: it locks the
 * lease's row, so a claim by another worker comes either before it (and it writes nothing) or after it (and the other worker
 * reads the result). Throws {@link LeaseLost}.
 */
export function makeDeviceAuth(
  database: Pick<PrismaDatabase, 'query' | 'prisma'>,
  cipher: Pick<Cipher, 'encrypt' | 'decrypt'>,
  lease: DeviceLease,
): DeviceAuth {
  const { deviceId, workerId, token } = lease;
  const open = (type: string, rows: readonly { id: string; value: string }[]): Map<string, string> =>
    new Map(rows.map(({ id, value }) => [id, cipher.decrypt(value, purposeOf(deviceId, type, id))]));
  return {
    get: async (type, ids) => open(type, await getKeys.all(database, { deviceId, type, ids: [...ids] })),
    async list(type) {
      const where = { deviceId, type };
      return open(type, await database.prisma.deviceKey.findMany({ where, select: { id: true, value: true } }));
    },
    async set(changes: readonly KeyChange[]) {
      const gone = changes.filter(({ value }) => value === null);
      const put = changes.flatMap(({ type, id, value }) =>
        value === null ? [] : [{ type, id, sealed: cipher.encrypt(value, purposeOf(deviceId, type, id)) }],
      );
      const written = await writeKeys.first(database, {
        deviceId,
        workerId,
        leaseToken: token,
        goneTypes: gone.map(({ type }) => type),
        goneIds: gone.map(({ id }) => id),
        types: put.map(({ type }) => type),
        ids: put.map(({ id }) => id),
        values: put.map(({ sealed }) => sealed),
      });
      if (written?.held !== 1) throw new LeaseLost(deviceId);
    },
  };
}

export interface AddedKey {
  tenantId: number;
  deviceId: number;
  type: string;
  id: string;
  value: string;
}

/**
 * Adds one value to a client's state, for its next connection to read. It needs no lease, because it changes none of the
 * client's values. Returns false when this tenant has no such device, or its keys are deleted.
 */
export async function addDeviceKey(sql: Sql, cipher: Pick<Cipher, 'encrypt'>, key: AddedKey): Promise<boolean> {
  const value = cipher.encrypt(key.value, purposeOf(key.deviceId, key.type, key.id));
  return (await addKey.run(sql, { ...key, value })) > 0;
}
