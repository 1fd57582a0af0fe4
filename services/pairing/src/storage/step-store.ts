import type { Channel } from '@parley/common/channels';
import type { Database } from '@parley/database/connect-database';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import { connectAccount, disconnectAccount, insertConnectedAccount } from '@parley/messaging/accounts/write-accounts';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import { chooseAccount } from '../domain/choose-account.ts';
import { deviceConnected, deviceDisconnected } from '../domain/device-events.ts';
import { type DeviceLease, LeaseLost } from '../domain/device-lease.ts';
import type { DeviceEffect } from '../domain/device-state.ts';
import { externalIdOf, type LinkedDevice } from '../domain/linked-device.ts';
import { type StepWrites, writesOf } from '../domain/step-writes.ts';

export interface StepStoreDeps {
  database: Pick<Database, 'transaction'>;
  /** The credentials of accounts of this channel, which are empty. */
  emptyCredentials(): string;
  /** Called after the commit: deliveries of these keys are due. */
  wakeLanes(instanceIds: string[]): void;
}

/** Stores the next state of a device with its effects, in one transaction under its lease. Throws LeaseLost. */
export type SaveStep = (
  lease: DeviceLease,
  device: LinkedDevice,
  effects: readonly DeviceEffect[],
  now: Date,
) => Promise<void>;

const WD: Channel = 'wd';

/** These four are hot (ADR 5): when the network is unreachable, all devices of a worker change at once. */
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

const wipeKeys = defineStatement({
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
                channel_account_id = $9
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
  },
});

/** Connects the channel of a device: a phone that is linked again keeps its account. Returns the account's id. */
async function connectChannel(sql: Sql, device: LinkedDevice, credentials: string, now: Date): Promise<number> {
  const owner = { tenantId: device.tenantId, channel: WD, externalId: externalIdOf(device) };
  const details = { name: device.label, number: device.phone, wabaId: null, credentials };
  const id = chooseAccount(await listAccounts.all(sql, owner), device.phone);
  if (id === null) return (await insertConnectedAccount(sql, { ...owner, ...details, connectedAt: now })).id;
  await connectAccount(sql, { id, ...details, callbackSecretHash: null, linkedAccountId: null, at: now });
  return id;
}

/** The only writer of a device's state, its channel account and the two channel events. */
export function makeSaveStep({ database, emptyCredentials, wakeLanes }: StepStoreDeps): SaveStep {
  /** Returns the current account of the device, and the keys to wake. */
  async function writeChannel(
    sql: Sql,
    device: LinkedDevice,
    { channel }: StepWrites,
    accountId: number | null,
    now: Date,
  ): Promise<{ accountId: number | null; woken: string[] }> {
    if (channel.kind === 'connect') {
      const connectedId = await connectChannel(sql, device, emptyCredentials(), now);
      return { accountId: connectedId, woken: await appendEvents(sql, [deviceConnected(device, now)]) };
    }
    if (channel.kind === 'unchanged' || accountId === null) return { accountId, woken: [] };
    const { reason } = channel;
    const gone = { reason, at: now, emptyCredentials: emptyCredentials() };
    const wasConnected = await disconnectAccount(sql, accountId, gone);
    const events = wasConnected ? [deviceDisconnected(device, reason, now)] : [];
    return { accountId: null, woken: await appendEvents(sql, events) };
  }

  return async (lease, device, effects, now) => {
    const woken = await database.transaction(async (sql) => {
      const { workerId, token: leaseToken } = lease;
      const held = await lockHeld.first(sql, { id: lease.deviceId, tenantId: device.tenantId, workerId, leaseToken });
      if (!held) throw new LeaseLost(lease.deviceId);
      const writes = writesOf(effects, held.channelAccountId !== null);
      if (writes.wipesKeys) await wipeKeys.run(sql, { deviceId: device.id });
      const written = await writeChannel(sql, device, writes, held.channelAccountId, now);
      const { id, phone, state } = device;
      await writeState.run(sql, { ...state, id, phone, channelAccountId: written.accountId });
      return written.woken;
    });
    if (woken.length > 0) wakeLanes(woken);
  };
}
