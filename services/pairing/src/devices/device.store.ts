import { type DEVICE_SORTS, WD_PACES } from '@parley/common/contracts/operator/linked-devices';
import type { TenantStatus } from '@parley/common/contracts/operator/tenants';
import { SessionStatus } from '@parley/common/contracts/sessions/session-fields';
import type { Sql } from '@parley/database/sql';
import { type Column, json, oneOf, orNull, type RowOf } from '@parley/database/statements/column';
import type { PrismaDatabase } from '@parley/database/statements/map-database-errors';
import { sortedBy } from '@parley/database/statements/sorted-by';
import { defineStatement } from '@parley/database/statements/statement';
import { z } from 'zod';
import { NewChats } from '../health/quota.rules.ts';
import { CLOSE_DETAILS } from '../leases/close-reason.rules.ts';
import { type DeviceStatus, UNPAIRED, WANTED } from '../leases/device-state.rules.ts';
import { isInForce, type LinkedDevice, RESTRICTION_NAMES } from './linked-device.rules.ts';

export const DEVICE_COLUMNS = `id, tenant_id, instance_id, label, phone, status, reason, reason_detail, since, is_paired,
  channel_account_id, attempts, replaced_at, expires_at, restriction, restricted_until, restriction_kind, new_chats,
  limits_checked_at, history_days, pace, moved_from`;

export const deviceRow = {
  id: 'int4',
  tenantId: 'int4',
  instanceId: 'text',
  label: 'text',
  phone: 'text?',
  status: oneOf(...SessionStatus.options),
  reason: 'text?',
  reasonDetail: orNull(oneOf(...CLOSE_DETAILS)),
  since: 'timestamptz',
  isPaired: 'bool',
  channelAccountId: 'int4?',
  attempts: 'int4',
  replacedAt: 'timestamptz?',
  expiresAt: 'timestamptz',
  restriction: orNull(oneOf(...RESTRICTION_NAMES)),
  restrictedUntil: 'timestamptz?',
  restrictionKind: 'text?',
  newChats: orNull(json<NewChats>()),
  limitsCheckedAt: 'timestamptz?',
  historyDays: 'int4',
  pace: orNull(oneOf(...WD_PACES)),
  movedFrom: 'text?',
} as const satisfies Record<string, Column>;
type DeviceRow = RowOf<typeof deviceRow>;

/** The same columns for the Prisma client. */
const DEVICE = {
  id: true,
  tenantId: true,
  instanceId: true,
  label: true,
  phone: true,
  status: true,
  reason: true,
  reasonDetail: true,
  since: true,
  isPaired: true,
  channelAccountId: true,
  attempts: true,
  replacedAt: true,
  expiresAt: true,
  restriction: true,
  restrictedUntil: true,
  restrictionKind: true,
  newChats: true,
  limitsCheckedAt: true,
  historyDays: true,
  pace: true,
  movedFrom: true,
} as const satisfies Record<keyof DeviceRow, true>;

/** Statuses as a list of SQL literals: the partial indexes of `devices` use the same ones. */
const listOf = (statuses: readonly DeviceStatus[]): string => statuses.map((status) => `'${status}'`).join(', ');
export const IS_WANTED = `status IN (${listOf(WANTED)})`;
export const IS_UNPAIRED = `NOT is_paired AND status IN (${listOf(UNPAIRED)})`;

export const toDevice = (row: DeviceRow): LinkedDevice => ({
  id: row.id,
  tenantId: row.tenantId,
  instanceId: row.instanceId,
  label: row.label,
  phone: row.phone,
  restriction:
    row.restriction === null ? null : { name: row.restriction, until: row.restrictedUntil, kind: row.restrictionKind },
  newChats: row.newChats,
  limitsCheckedAt: row.limitsCheckedAt,
  historyDays: row.historyDays,
  pace: row.pace,
  state: {
    status: row.status,
    reason: row.reason,
    detail: row.reasonDetail,
    since: row.since,
    isPaired: row.isPaired,
    isMovedIn: row.movedFrom !== null,
    isAnnounced: row.channelAccountId !== null,
    attempts: row.attempts,
    replacedAt: row.replacedAt,
    expiresAt: row.expiresAt,
  },
});

const RestrictionName = z.enum(RESTRICTION_NAMES).nullable();
const Detail = z.enum(CLOSE_DETAILS).nullable();
const Pace = z.enum(WD_PACES).nullable();

/** Converts a row of the Prisma client to a device. */
const parseDevice = ({
  status,
  restriction,
  newChats,
  reasonDetail,
  pace,
  ...row
}: Omit<DeviceRow, 'status' | 'restriction' | 'reasonDetail' | 'newChats' | 'pace'> &
  Record<'restriction' | 'reasonDetail' | 'pace', string | null> & {
    status: string;
    newChats: unknown;
  }): LinkedDevice =>
  toDevice({
    ...row,
    status: SessionStatus.parse(status),
    restriction: RestrictionName.parse(restriction),
    newChats: NewChats.nullable().parse(newChats),
    reasonDetail: Detail.parse(reasonDetail),
    pace: Pace.parse(pace),
  });

/** Hot (ADR 18): once per message sent. */
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

/**
 * `place` is the position of the problem in DEVICE_PROBLEMS; leases are compared with the database's clock.
 */
const listAll = defineStatement({
  name: 'pairing.list-devices-of-all',
  text: `SELECT * FROM (
           SELECT d.id, t.slug AS tenant, d.label, d.phone, d.status, d.reason, d.reason_detail AS detail, d.proxy, d.pace, d.since,
                  d.last_heard_at,
                  CASE WHEN d.lease_until > now() THEN d.worker_id END AS worker,
                  CASE WHEN d.status <> 'connected' THEN 0
                       WHEN d.restriction IS NOT NULL AND (d.restricted_until IS NULL OR d.restricted_until > now()) THEN 1
                       WHEN d.silent_since IS NOT NULL THEN 2 ELSE 3 END AS place
             FROM devices d JOIN tenants t ON t.id = d.tenant_id
            WHERE d.is_paired AND ${IS_WANTED.replace('status', 'd.status')}) placed
          WHERE (place, id) > ($1::int4, $2::int4) AND ($8::int4 IS NULL OR id = $8)
            AND strpos(lower(concat_ws(' ', tenant, label, phone)), lower($4)) > 0
          ORDER BY ${sortedBy({
            text: `CASE $5 WHEN 'tenant' THEN tenant END`,
            number: `CASE $5 WHEN 'problem' THEN place WHEN 'since' THEN extract(epoch FROM since)
                               WHEN 'last_heard' THEN extract(epoch FROM last_heard_at) END`,
            descending: '$6',
          })}, place, id OFFSET $7::int4 LIMIT $3::int4`,
  params: {
    afterPlace: 'int4',
    afterId: 'int4',
    count: 'int4',
    q: 'text',
    sort: 'text',
    descending: 'bool',
    offset: 'int4',
    id: 'int4?',
  },
  row: {
    id: 'int4',
    tenant: 'text',
    label: 'text',
    phone: 'text?',
    status: oneOf(...SessionStatus.options),
    reason: 'text?',
    detail: 'text?',
    proxy: 'text?',
    pace: orNull(oneOf(...WD_PACES)),
    since: 'timestamptz',
    lastHeardAt: 'timestamptz?',
    worker: 'text?',
    place: 'int4!',
  },
});

/** The position at which a page begins. */
export interface DevicePlace {
  place: number;
  id: number;
}

interface DeviceQuery {
  q: string;
  sort: (typeof DEVICE_SORTS)[number];
  descending: boolean;
  /** Null: all. */
  id: number | null;
  after: DevicePlace;
  offset: number;
  count: number;
}

/** Devices of all tenants that should have a socket; of equal ones those with a problem first. */
export const listDevicesOfAll = (sql: Sql, { after, ...query }: DeviceQuery) =>
  listAll.all(sql, { ...query, afterPlace: after.place, afterId: after.id });

export type ListedDevice = Awaited<ReturnType<typeof listDevicesOfAll>>[number];
