import { SessionStatus } from '@parley/common/contracts/sessions/session-fields';
import type { LinkedDevice } from '../domain/linked-device.ts';

export interface DeviceRow {
  id: number;
  tenant_id: number;
  instance_id: string;
  label: string;
  phone: string | null;
  status: string;
  reason: string | null;
  since: Date;
  is_paired: boolean;
  channel_account_id: number | null;
  attempts: number;
  replaced_at: Date | null;
  expires_at: Date;
  restriction: string | null;
  restricted_until: Date | null;
}

export const COLUMNS = `id, tenant_id, instance_id, label, phone, status, reason, since, is_paired, channel_account_id,
  attempts, replaced_at, expires_at, restriction, restricted_until`;

export const toDevice = (row: DeviceRow): LinkedDevice => ({
  id: row.id,
  tenantId: row.tenant_id,
  instanceId: row.instance_id,
  label: row.label,
  phone: row.phone,
  restriction: row.restriction === null ? null : { name: row.restriction, until: row.restricted_until },
  state: {
    status: SessionStatus.parse(row.status),
    reason: row.reason,
    since: row.since,
    isPaired: row.is_paired,
    isAnnounced: row.channel_account_id !== null,
    attempts: row.attempts,
    replacedAt: row.replaced_at,
    expiresAt: row.expires_at,
  },
});
