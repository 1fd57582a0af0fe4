import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import type { TransactionSql } from '@parley/database/sql';
import { sealCredentials } from '@parley/messaging/accounts/credentials';
import { connectAccount, disconnectAccount, insertConnectedAccount } from '@parley/messaging/accounts/write-accounts';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import { chooseAccount } from '../domain/choose-account.ts';
import { deviceConnected, deviceDisconnected } from '../domain/device-events.ts';
import type { DeviceLease } from '../domain/device-lease.ts';
import type { DeviceEffect } from '../domain/device-state.ts';
import { externalIdOf, type LinkedDevice } from '../domain/linked-device.ts';
import { type StepWrites, writesOf } from '../domain/step-writes.ts';
import type { PairingService } from '../service.ts';
import { reserveHistoryIds } from '../storage/history-store.ts';
import { listDeviceAccounts, lockHeldDevice, wipeKeys, writeDeviceState } from '../storage/step-store.ts';

/** Connects the channel of a device: a phone that is linked again keeps its account. Returns the account's id. */
async function connectChannel(
  sql: TransactionSql,
  device: LinkedDevice,
  credentials: string,
  now: Date,
): Promise<number> {
  const details = { name: device.label, number: device.phone, wabaId: null, credentials };
  const id = chooseAccount(await listDeviceAccounts(sql, device), device.phone);
  if (id === null) {
    const owner = { tenantId: device.tenantId, channel: 'wd' as const, externalId: externalIdOf(device) };
    return (await insertConnectedAccount(sql, { ...owner, ...details, connectedAt: now })).id;
  }
  await connectAccount(sql, { id, ...details, callbackSecretHash: null, linkedAccountId: null, at: now });
  return id;
}

/** Returns the current account of the device, and the keys to wake. */
async function writeChannel(
  { cipher }: PairingService,
  sql: TransactionSql,
  device: LinkedDevice,
  { channel }: StepWrites,
  accountId: number | null,
  now: Date,
): Promise<{ accountId: number | null; woken: string[] }> {
  // The accounts of this channel have no credentials.
  const emptyCredentials = () => sealCredentials(cipher, {});
  if (channel.kind === 'connect') {
    const connectedId = await connectChannel(sql, device, emptyCredentials(), now);
    if (device.historyDays > 0) await reserveHistoryIds(sql, device.id);
    return { accountId: connectedId, woken: await appendEvents(sql, [deviceConnected(device, now)]) };
  }
  if (channel.kind === 'unchanged' || accountId === null) return { accountId, woken: [] };
  const { reason } = channel;
  const gone = { reason, at: now, emptyCredentials: emptyCredentials() };
  const wasConnected = await disconnectAccount(sql, accountId, gone);
  const events = wasConnected ? [deviceDisconnected(device, reason, now)] : [];
  return { accountId: null, woken: await appendEvents(sql, events) };
}

/**
 * Stores the next state of a device with its effects, in one transaction under its lease: the only writer of a device's
 * state, its channel account and the two channel events. Throws LeaseLost.
 */
export async function saveStep(
  service: PairingService,
  lease: DeviceLease,
  device: LinkedDevice,
  effects: readonly DeviceEffect[],
): Promise<void> {
  const now = service.now();
  const woken = await service.rawDatabase.transaction(async (sql) => {
    const connectedId = await lockHeldDevice(sql, lease, device.tenantId);
    const writes = writesOf(effects, connectedId !== null);
    if (writes.wipesKeys) await wipeKeys(sql, device.id);
    const written = await writeChannel(service, sql, device, writes, connectedId, now);
    await writeDeviceState(sql, device, written.accountId);
    return written.woken;
  });
  if (woken.length > 0) wakeDeliveries(service.bus, woken);
}
