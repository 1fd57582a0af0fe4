import { at } from '@parley/common/at';
import type { ErasedPerson } from '@parley/common/contracts/internal/erase-data';
import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineStatement } from '@parley/database/statements/statement';
import { IS_WANTED } from '../devices/device.store.ts';
import { WANTED } from '../leases/device-state.rules.ts';
import { NAMELESS_KEYS } from './peer-keys.rules.ts';

const BATCH = 500;

const deleteSendsTo = defineStatement({
  name: 'pairing.delete-sends-to',
  text: `DELETE FROM device_sends WHERE (device_id, provider_message_id) IN (
           SELECT s.device_id, s.provider_message_id FROM messages m
             JOIN devices d ON d.tenant_id = m.tenant_id
             JOIN device_sends s ON s.device_id = d.id AND s.message_id = m.id
            WHERE m.tenant_id = $1 AND m.conversation_id = ANY ($2) AND m.status NOT IN ('sending', 'unknown')
            LIMIT $3::int4)`,
  params: { tenantId: 'int4', conversationIds: 'int4[]', count: 'int4' },
});

const lockAll = defineStatement({
  name: 'pairing.lock-devices',
  text: 'SELECT id FROM devices WHERE tenant_id = $1 ORDER BY id FOR UPDATE',
  params: { tenantId: 'int4' },
  row: { id: 'int4' },
});

const deleteKeys = defineStatement({
  name: 'pairing.delete-peer-keys',
  text: 'DELETE FROM device_keys WHERE device_id = ANY ($1) AND type <> ALL ($2) AND id ~ $3',
  params: { deviceIds: 'int4[]', exceptTypes: 'text[]', pattern: 'text' },
});

const removalOf = (condition: string): string => `
  WITH gone AS (
         DELETE FROM devices WHERE id IN (SELECT id FROM devices WHERE tenant_id = $1 AND ${condition} LIMIT 50)
         RETURNING id),
       keys AS (DELETE FROM device_keys WHERE device_id IN (SELECT id FROM gone) RETURNING 1),
       sends AS (DELETE FROM device_sends WHERE device_id IN (SELECT id FROM gone) RETURNING 1)
  SELECT (SELECT count(*)::int4 FROM gone) AS devices, (SELECT count(*)::int4 FROM keys) AS device_keys,
         (SELECT count(*)::int4 FROM sends) AS device_sends`;
const removal = {
  params: { tenantId: 'int4' },
  row: { devices: 'int4!', deviceKeys: 'int4!', deviceSends: 'int4!' },
} as const;
const removeEnded = defineStatement({
  name: 'pairing.remove-ended-devices',
  text: removalOf(`NOT (${IS_WANTED})`),
  ...removal,
});
const removeAll = defineStatement({ name: 'pairing.remove-devices', text: removalOf('true'), ...removal });

/** Deletes stored copies of messages to the person, which are kept for retries of recipients. */
export const forgetSendsTo = (sql: Sql, person: ErasedPerson): Promise<number> =>
  deleteSendsTo.run(sql, {
    tenantId: person.tenantId,
    conversationIds: person.conversationIds,
    count: BATCH,
  });

/** Locks the devices of a tenant, in the order of their ids. */
export const lockDevices = async (sql: Sql, tenantId: number): Promise<number[]> =>
  (await lockAll.all(sql, { tenantId })).map(({ id }) => id);

/** Deletes Signal sessions and other keys whose id matches the pattern. */
export const deletePeerKeys = (sql: Sql, deviceIds: number[], pattern: string): Promise<number> =>
  deleteKeys.run(sql, { deviceIds, exceptTypes: [...NAMELESS_KEYS], pattern });

/** Devices of a tenant that are or may become logged in. */
export async function findLiveDevices(
  prisma: Pick<PrismaDatabase['prisma'], 'device'>,
  tenantId: number,
  count: number,
): Promise<number[]> {
  const where = { tenantId, status: { in: [...WANTED] } };
  const live = await prisma.device.findMany({ where, select: { id: true }, orderBy: { id: 'asc' }, take: count });
  return live.map(({ id }) => id);
}

/** Deletes a batch of the logged-out devices of a tenant, with their keys; with `isForced` of all its devices. */
export async function removeDevices(sql: Sql, tenantId: number, isForced: boolean): Promise<Record<string, number>> {
  const removed = at(await (isForced ? removeAll : removeEnded).all(sql, { tenantId }), 0);
  return { devices: removed.devices, device_keys: removed.deviceKeys, device_sends: removed.deviceSends };
}
