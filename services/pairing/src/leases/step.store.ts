import type { Channel } from '@parley/common/channels';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import { externalIdOf, type LinkedDevice } from '../devices/linked-device.rules.ts';
import { type DeviceLease, LeaseLost } from './device-lease.rules.ts';
import type { DeviceAccount } from './step.rules.ts';

const WD: Channel = 'wd';

/** These four are hot (ADR 18): when the network is unreachable, all devices of a worker change at once. */
const lockHeld = defineStatement({
  name: 'pairing.lock-held-device',
  plan: 'index',
  text: `SELECT channel_account_id FROM devices
          WHERE id = $1 AND tenant_id = $2 AND worker_id = $3 AND lease_token = $4 AND lease_until > now() FOR UPDATE`,
  params: { id: 'int4', tenantId: 'int4', workerId: 'text', leaseToken: 'int8' },
  row: { channelAccountId: 'int4?' },
});

const listAccounts = defineStatement({
  name: 'pairing.list-device-accounts',
  plan: 'index',
  text: `SELECT id, number FROM channel_accounts
          WHERE tenant_id = $1 AND channel = $2 AND external_id = $3 ORDER BY id`,
  params: { tenantId: 'int4', channel: 'text', externalId: 'text' },
  row: { id: 'int4', number: 'text?' },
});

const deleteKeys = defineStatement({
  name: 'pairing.wipe-keys',
  plan: 'index',
  text: 'DELETE FROM device_keys WHERE device_id = $1',
  params: { deviceId: 'int4' },
});

const writeState = defineStatement({
  name: 'pairing.write-device-state',
  plan: 'index',
  text: `UPDATE devices
            SET status = $2, reason = $3, since = $4, is_paired = $5, attempts = $6, replaced_at = $7, phone = $8,
                channel_account_id = $9, reason_detail = $10
          WHERE id = $1`,
  params: {
    id: 'int4',
    status: 'text',
    reason: 'text?',
    since: 'timestamptz',
    isPaired: 'bool',
    attempts: 'int4',
    replacedAt: 'timestamptz?',
    phone: 'text?',
    channelAccountId: 'int4?',
    detail: 'text?',
  },
});

/**
 * Locks a device under its lease until the commit; returns the id of its channel account, null when none is connected.
 * Throws LeaseLost.
 */
export async function lockHeldDevice(sql: Sql, lease: DeviceLease, tenantId: number): Promise<number | null> {
  const { deviceId: id, workerId, token: leaseToken } = lease;
  const held = await lockHeld.first(sql, { id, tenantId, workerId, leaseToken });
  if (!held) throw new LeaseLost(id);
  return held.channelAccountId;
}

/** The present and former accounts of a device, in the order of their ids. */
export const listDeviceAccounts = (sql: Sql, device: Pick<LinkedDevice, 'id' | 'tenantId'>): Promise<DeviceAccount[]> =>
  listAccounts.all(sql, { tenantId: device.tenantId, channel: WD, externalId: externalIdOf(device) });

export const wipeKeys = (sql: Sql, deviceId: number): Promise<number> => deleteKeys.run(sql, { deviceId });

/** Writes a device's state, its phone and its channel account. */
export const writeDeviceState = (
  sql: Sql,
  { id, phone, state }: LinkedDevice,
  channelAccountId: number | null,
): Promise<number> => writeState.run(sql, { ...state, id, phone, channelAccountId });
