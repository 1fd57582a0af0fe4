import type { Sql } from '@parley/database/sql';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { defineBatchStatement, defineStatement } from '@parley/database/statements/statement';
import { deviceRow } from '../devices/device.store.ts';
import type { Restriction } from '../devices/linked-device.rules.ts';
import type { DeviceHabit } from './device-habit.rules.ts';
import type { NewChats } from './quota.rules.ts';

type Rows = Pick<PrismaDatabase['prisma'], 'device'>;

export interface DeviceHealth {
  habit: DeviceHabit;
  restriction: Restriction | null;
}

const lock = defineStatement({
  name: 'pairing.lock-device-health',
  plan: 'index',
  text: `SELECT last_heard_at, habit_seconds, restriction, restricted_until, restriction_kind FROM devices
          WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`,
  params: { tenantId: 'int4', id: 'int4' },
  row: {
    lastHeardAt: 'timestamptz?',
    habitSeconds: 'float8?',
    restriction: deviceRow.restriction,
    restrictedUntil: deviceRow.restrictedUntil,
    restrictionKind: deviceRow.restrictionKind,
  },
});

/** Hot (ADR 18): once per received message, at most every five seconds per device. */
const updateHabit = defineStatement({
  name: 'pairing.write-device-habit',
  plan: 'index',
  text: 'UPDATE devices SET last_heard_at = $2, habit_seconds = $3, silent_since = NULL WHERE id = $1',
  params: { id: 'int4', lastHeardAt: 'timestamptz?', habitSeconds: 'float8?' },
});

const selectQuiet = defineStatement({
  name: 'pairing.list-quiet-devices',
  text: `SELECT id, last_heard_at, habit_seconds FROM devices
          WHERE id > $1 AND status = 'connected' AND silent_since IS NULL AND habit_seconds IS NOT NULL AND last_heard_at < $2
          ORDER BY id LIMIT $3::int4`,
  params: { afterId: 'int4', heardBefore: 'timestamptz', count: 'int4' },
  row: { id: 'int4', lastHeardAt: 'timestamptz?', habitSeconds: 'float8?' },
});

/** A device that has received something since then is not marked. */
const setSilent = defineBatchStatement({
  name: 'pairing.mark-silent-devices',
  text: `UPDATE devices d SET silent_since = d.last_heard_at
           FROM unnest($1::int4[], $2::timestamptz[]) AS s (id, last_heard_at)
          WHERE d.id = s.id AND d.last_heard_at = s.last_heard_at AND d.status = 'connected' AND d.silent_since IS NULL
         RETURNING d.id`,
  items: { id: 'int4', lastHeardAt: 'timestamptz?' },
  row: { id: 'int4' },
});

/** Locks a device's row, and reads its habit and its restriction; null when the tenant has no such device. */
export async function lockHealth(sql: Sql, tenantId: number, id: number): Promise<DeviceHealth | null> {
  const row = await lock.first(sql, { tenantId, id });
  if (!row) return null;
  const { restriction: name, restrictedUntil: until, restrictionKind: kind, ...habit } = row;
  return { habit, restriction: name === null ? null : { name, until, kind } };
}

/** Stores the habit; a device with a new message is not silent. */
export const writeHabit = (sql: Sql, id: number, habit: DeviceHabit): Promise<number> =>
  updateHabit.run(sql, { id, ...habit });

/** Stores the restriction, and the quota where it is given. */
export async function writeRestriction(
  prisma: Rows,
  { tenantId, id }: { tenantId: number; id: number },
  { restriction, newChats }: { restriction: Restriction | null; newChats: NewChats | undefined },
): Promise<void> {
  const data = {
    restriction: restriction?.name ?? null,
    restrictedUntil: restriction?.until ?? null,
    restrictionKind: restriction?.kind ?? null,
    ...(newChats && { newChats: { ...newChats } }),
  };
  await prisma.device.updateMany({ where: { tenantId, id }, data });
}

/** The network was asked for the limits of the device's account. */
export async function writeLimitsChecked(
  prisma: Rows,
  { tenantId, id }: { tenantId: number; id: number },
  at: Date,
): Promise<void> {
  await prisma.device.updateMany({ where: { tenantId, id }, data: { limitsCheckedAt: at } });
}

/** Connected devices with a habit that have received nothing since `heardBefore`, in the order of their ids. */
export const listQuietDevices = (
  sql: Sql,
  given: { afterId: number; heardBefore: Date; count: number },
): Promise<(DeviceHabit & { id: number })[]> => selectQuiet.all(sql, given);

/** Marks devices as silent; returns the newly marked ones. */
export const markSilent = async (sql: Sql, devices: readonly (DeviceHabit & { id: number })[]): Promise<number[]> =>
  (await setSilent.all(sql, devices, {})).map(({ id }) => id);
