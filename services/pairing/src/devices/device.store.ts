import type { TenantStatus } from '@parley/common/contracts/operator/tenants';
import type { PrismaDatabase } from '@parley/database/map-database-errors';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { z } from 'zod';
import { DEVICE, DEVICE_COLUMNS, deviceRow, parseDevice, toDevice } from './device-row.store.ts';
import type { LinkedDevice } from './linked-device.rules.ts';
import { isInForce } from './restriction.rules.ts';

/** Hot (ADR 5): once per message sent. */
const selectDevice = defineStatement({
  name: 'pairing.find-device',
  plan: 'index',
  text: `SELECT ${DEVICE_COLUMNS} FROM devices WHERE tenant_id = $1 AND id = $2`,
  params: { tenantId: 'int4', id: 'int4' },
  row: deviceRow,
});

type Rows = Pick<PrismaDatabase['prisma'], 'device'>;

export async function findDeviceByToken(
  prisma: Rows,
  tenantId: number,
  tokenHash: Buffer,
): Promise<LinkedDevice | null> {
  const where = { tenantId, tokenHash: new Uint8Array(tokenHash) };
  const row = await prisma.device.findFirst({ where, select: DEVICE });
  return row && parseDevice(row);
}

export async function findDevice(sql: Sql, tenantId: number, id: number): Promise<LinkedDevice | null> {
  const row = await selectDevice.first(sql, { tenantId, id });
  return row && toDevice(row);
}

export async function isTenantActive(prisma: Pick<PrismaDatabase['prisma'], 'tenant'>, id: number): Promise<boolean> {
  const status: z.infer<typeof TenantStatus> = 'active';
  return (await prisma.tenant.count({ where: { id, status } })) > 0;
}

/** Few devices have a restriction: grouped by its end there are few groups. */
const countGroups = defineStatement({
  name: 'pairing.count-devices',
  text: `SELECT status, restriction, restricted_until, count(*)::int4 AS count, count(silent_since)::int4 AS silent
           FROM devices GROUP BY status, restriction, restricted_until`,
  row: {
    status: 'text',
    restriction: 'text?',
    restrictedUntil: 'timestamptz?',
    count: 'int4!',
    silent: 'int4!',
  },
});

/** Numbers of devices by status, and of silent and restricted ones at `now`: for the gauges. */
export async function countDevices(
  sql: Sql,
  now: Date,
): Promise<{ byStatus: Map<string, number>; silent: number; restricted: number }> {
  const byStatus = new Map<string, number>();
  let [silent, restricted] = [0, 0];
  for (const group of await countGroups.all(sql, {})) {
    const { status, count, restriction, restrictedUntil: until } = group;
    byStatus.set(status, (byStatus.get(status) ?? 0) + count);
    silent += group.silent;
    if (restriction !== null && status !== 'deleted' && isInForce({ until }, now)) restricted += count;
  }
  return { byStatus, silent, restricted };
}
