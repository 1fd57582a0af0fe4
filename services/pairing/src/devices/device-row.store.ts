import { SessionStatus } from '@parley/common/contracts/sessions/session-fields';
import { type Column, oneOf, orNull, type RowOf } from '@parley/database/column';
import { z } from 'zod';
import { type DeviceStatus, UNPAIRED, WANTED } from '../leases/device-state.rules.ts';
import type { LinkedDevice } from './linked-device.rules.ts';
import { RESTRICTION_NAMES } from './restriction.rules.ts';

export const DEVICE_COLUMNS = `id, tenant_id, instance_id, label, phone, status, reason, since, is_paired,
  channel_account_id, attempts, replaced_at, expires_at, restriction, restricted_until, history_days`;

export const deviceRow = {
  id: 'int4',
  tenantId: 'int4',
  instanceId: 'text',
  label: 'text',
  phone: 'text?',
  status: oneOf(...SessionStatus.options),
  reason: 'text?',
  since: 'timestamptz',
  isPaired: 'bool',
  channelAccountId: 'int4?',
  attempts: 'int4',
  replacedAt: 'timestamptz?',
  expiresAt: 'timestamptz',
  restriction: orNull(oneOf(...RESTRICTION_NAMES)),
  restrictedUntil: 'timestamptz?',
  historyDays: 'int4',
} as const satisfies Record<string, Column>;
type DeviceRow = RowOf<typeof deviceRow>;

/** The same columns for the Prisma client. */
export const DEVICE = {
  id: true,
  tenantId: true,
  instanceId: true,
  label: true,
  phone: true,
  status: true,
  reason: true,
  since: true,
  isPaired: true,
  channelAccountId: true,
  attempts: true,
  replacedAt: true,
  expiresAt: true,
  restriction: true,
  restrictedUntil: true,
  historyDays: true,
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
  restriction: row.restriction === null ? null : { name: row.restriction, until: row.restrictedUntil },
  historyDays: row.historyDays,
  state: {
    status: row.status,
    reason: row.reason,
    since: row.since,
    isPaired: row.isPaired,
    isAnnounced: row.channelAccountId !== null,
    attempts: row.attempts,
    replacedAt: row.replacedAt,
    expiresAt: row.expiresAt,
  },
});

const RestrictionName = z.enum(RESTRICTION_NAMES).nullable();

/** Converts a row of the Prisma client to a device. */
export const parseDevice = ({
  status,
  restriction,
  ...row
}: Omit<DeviceRow, 'status' | 'restriction'> & { status: string; restriction: string | null }): LinkedDevice =>
  toDevice({ ...row, status: SessionStatus.parse(status), restriction: RestrictionName.parse(restriction) });
