import type { Cipher } from '@parley/prisma/encryption';
import type { Sql } from '@parley/prisma/sql';
import { type DeviceLease, LeaseLost } from '../domain/device-lease.ts';
import type { DeviceAuth, KeyChange } from '../domain/device-network.ts';

const purposeOf = (deviceId: number, type: string, id: string): string => `device_keys:${deviceId}:${type}:${id}`;

const WRITE = `
  WITH lease AS MATERIALIZED (
         SELECT 1 FROM devices WHERE id = $1 AND worker_id = $2 AND lease_token = $3 AND lease_until > now() FOR SHARE),
       gone AS (
         DELETE FROM device_keys k USING unnest($4::text[], $5::text[]) AS g (type, id)
          WHERE k.device_id = $1 AND k.type = g.type AND k.id = g.id AND EXISTS (SELECT 1 FROM lease)),
       put AS (
         INSERT INTO device_keys (device_id, type, id, value)
         SELECT $1, p.type, p.id, p.value FROM unnest($6::text[], $7::text[], $8::text[]) AS p (type, id, value)
          WHERE EXISTS (SELECT 1 FROM lease)
         ON CONFLICT (device_id, type, id) DO UPDATE SET value = excluded.value)
  SELECT count(*)::int AS held FROM lease`;

/**
 * What a device's client keeps, encrypted, each value bound to its place. Every write is one statement under the device's
 * lease: it locks the lease's row, so a claim is either before it (and it writes nothing) or after it (and the claimer
 * reads what it wrote). Throws {@link LeaseLost}.
 */
export function makeDeviceAuth(sql: Sql, cipher: Pick<Cipher, 'encrypt' | 'decrypt'>, lease: DeviceLease): DeviceAuth {
  const { deviceId, workerId, token } = lease;
  const read = async (condition: string, values: unknown[], name: string): Promise<Map<string, string>> => {
    const { rows } = await sql.query<{ type: string; id: string; value: string }>({
      name,
      text: `SELECT type, id, value FROM device_keys WHERE device_id = $1 AND type = $2 ${condition}`,
      values: [deviceId, ...values],
    });
    return new Map(rows.map(({ type, id, value }) => [id, cipher.decrypt(value, purposeOf(deviceId, type, id))]));
  };
  return {
    get: (type, ids) => read('AND id = ANY ($3)', [type, ids], 'device-keys-get'),
    list: (type) => read('', [type], 'device-keys-list'),
    async set(changes: readonly KeyChange[]) {
      const gone = changes.filter(({ value }) => value === null);
      const put = changes.flatMap(({ type, id, value }) =>
        value === null ? [] : [{ type, id, sealed: cipher.encrypt(value, purposeOf(deviceId, type, id)) }],
      );
      const { rows } = await sql.query<{ held: number }>({
        name: 'device-keys-set',
        text: WRITE,
        values: [
          deviceId,
          workerId,
          token,
          gone.map(({ type }) => type),
          gone.map(({ id }) => id),
          put.map(({ type }) => type),
          put.map(({ id }) => id),
          put.map(({ sealed }) => sealed),
        ],
      });
      if (rows[0]?.held !== 1) throw new LeaseLost(deviceId);
    },
  };
}

/**
 * Puts one value beside what a device's client keeps, for its next connection to read: no lease is needed, because nothing
 * that the client wrote is touched. False where this tenant has no such device, or its keys are wiped.
 */
export async function addDeviceKey(
  sql: Sql,
  cipher: Pick<Cipher, 'encrypt'>,
  {
    tenantId,
    deviceId,
    type,
    id,
    value,
  }: { tenantId: number; deviceId: number; type: string; id: string; value: string },
): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: 'device-keys-add',
    text: `INSERT INTO device_keys (device_id, type, id, value)
           SELECT d.id, $3, $4, $5 FROM devices d WHERE d.tenant_id = $1 AND d.id = $2 AND d.is_paired
           ON CONFLICT (device_id, type, id) DO UPDATE SET value = excluded.value`,
    values: [tenantId, deviceId, type, id, cipher.encrypt(value, purposeOf(deviceId, type, id))],
  });
  return rowCount > 0;
}
