import type { Cipher } from '@parley/database/encryption';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { type DeviceLease, LeaseLost } from '../domain/device-lease.ts';
import type { DeviceAuth, KeyChange } from '../domain/device-network.ts';

const getKeys = defineStatement({
  name: 'pairing.get-keys',
  text: 'SELECT id, value FROM device_keys WHERE device_id = $1 AND type = $2 AND id = ANY ($3)',
  params: { deviceId: 'int4', type: 'text', ids: 'text[]' },
  row: { id: 'text', value: 'text' },
});

const listKeys = defineStatement({
  name: 'pairing.list-keys',
  text: 'SELECT id, value FROM device_keys WHERE device_id = $1 AND type = $2',
  params: { deviceId: 'int4', type: 'text' },
  row: { id: 'text', value: 'text' },
});

const writeKeys = defineStatement({
  name: 'pairing.write-keys',
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

const purposeOf = (deviceId: number, type: string, id: string): string => `device_keys:${deviceId}:${type}:${id}`;

/**
 * What a device's client keeps, encrypted, each value bound to its place. Every write is one statement under the device's
 * lease: it locks the lease's row, so a claim is either before it (and it writes nothing) or after it (and the claimer
 * reads what it wrote). Throws {@link LeaseLost}.
 */
export function makeDeviceAuth(sql: Sql, cipher: Pick<Cipher, 'encrypt' | 'decrypt'>, lease: DeviceLease): DeviceAuth {
  const { deviceId, workerId, token } = lease;
  const open = (type: string, rows: readonly { id: string; value: string }[]): Map<string, string> =>
    new Map(rows.map(({ id, value }) => [id, cipher.decrypt(value, purposeOf(deviceId, type, id))]));
  return {
    get: async (type, ids) => open(type, await getKeys.all(sql, { deviceId, type, ids: [...ids] })),
    list: async (type) => open(type, await listKeys.all(sql, { deviceId, type })),
    async set(changes: readonly KeyChange[]) {
      const gone = changes.filter(({ value }) => value === null);
      const put = changes.flatMap(({ type, id, value }) =>
        value === null ? [] : [{ type, id, sealed: cipher.encrypt(value, purposeOf(deviceId, type, id)) }],
      );
      const written = await writeKeys.first(sql, {
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
 * Puts one value beside what a device's client keeps, for its next connection to read: no lease is needed, because nothing
 * that the client wrote is touched. False where this tenant has no such device, or its keys are wiped.
 */
export async function addDeviceKey(sql: Sql, cipher: Pick<Cipher, 'encrypt'>, key: AddedKey): Promise<boolean> {
  const value = cipher.encrypt(key.value, purposeOf(key.deviceId, key.type, key.id));
  return (await addKey.run(sql, { ...key, value })) > 0;
}
