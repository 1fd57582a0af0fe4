import { setTimeout as pause } from 'node:timers/promises';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { isDatabaseUnavailable, type TransactionSql } from '@parley/database/sql';
import { sealCredentials } from '@parley/messaging/accounts/credentials';
import { connectAccount, disconnectAccount, insertConnectedAccount } from '@parley/messaging/accounts/write-accounts';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import { waitAtMost } from '@parley/runtime/turns/wait-at-most';
import { externalIdOf, type LinkedDevice } from '../devices/linked-device.rules.ts';
import { reserveHistoryIds } from '../history/history.store.ts';
import type { PairingService } from '../service.ts';
import type { CloseReason } from './close-reason.rules.ts';
import { type DeviceLease, LeaseLost } from './device-lease.rules.ts';
import { advance, type DeviceEffect, type DeviceEvent } from './device-state.rules.ts';
import { dropDevice } from './drop-device.steps.ts';
import { type HeldDevice, isHeld } from './held-device.client.ts';
import { chooseAccount, deviceConnected, deviceDisconnected, type StepWrites, writesOf } from './step.rules.ts';
import { listDeviceAccounts, lockHeldDevice, wipeKeys, writeDeviceState } from './step.store.ts';

const SAVE_RETRY_MS = 200;
const LOG_OUT_CONNECT_MS = 4000;
const DRAIN_MS = 5000;
const HURRY_SPREAD_MS = 5000;

/**
 * Moves the state of a held device: events one after the other, each stored before its effects. Resolves when this one
 * is stored, or the lease is lost. `phone`: the phone that the device is linked to, if the event names it.
 */
export function handleDeviceEvent(
  service: PairingService,
  held: HeldDevice,
  event: DeviceEvent,
  phone: string | null = null,
): Promise<void> {
  const stepped = held.settled.then(() => step(service, held, event, phone));
  held.settled = stepped.catch((error: unknown) => {
    if (!(error instanceof LeaseLost))
      service.logger.warn(
        'device-state.unstored',
        { device_id: held.lease.deviceId, err: error },
        'The state of a device could not be stored.',
      );
    dropDevice(service, held);
  });
  return held.settled;
}

/** Waits through an outage of the database while the lease lasts. Throws LeaseLost. */
async function save(
  service: PairingService,
  held: HeldDevice,
  next: LinkedDevice,
  effects: readonly DeviceEffect[],
): Promise<void> {
  for (;;) {
    if (!isHeld(held)) throw new LeaseLost(next.id);
    try {
      return await saveStep(service, held.lease, next, effects);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
    await pause(SAVE_RETRY_MS);
  }
}

/** The network is back: shortens the pauses of other devices that could not reach it. */
function hurryOthers({ devices }: PairingService, held: HeldDevice): void {
  for (const other of devices.byId.values()) {
    const { reason, detail } = other.device.state;
    // A proxy that fails says nothing about the network, and the network nothing about it.
    if (other !== held && detail === null && (reason === 'connection_lost' || reason === 'network_unavailable'))
      other.connection.hurry(Math.random() * HURRY_SPREAD_MS);
  }
}

function raiseAlarm({ metrics, logger }: PairingService, { id, tenantId }: LinkedDevice, reason: CloseReason): void {
  metrics.alarms.inc({ reason });
  logger.error(
    'device.unhealthy',
    { device_id: id, tenant_id: tenantId, reason },
    'A linked device cannot go on by itself.',
  );
}

/** Stores the next state before its effects are visible. */
async function step(
  service: PairingService,
  held: HeldDevice,
  event: DeviceEvent,
  phone: string | null,
): Promise<void> {
  if (held.isGone) return;
  const { device, connection, inbound } = held;
  const { state, effects } = advance(device.state, event, service.now(), Math.random());
  if (state === device.state && effects.length === 0) return;
  const has = (kind: DeviceEffect['kind']): boolean => effects.some((effect) => effect.kind === kind);
  // Received items are forwarded while the channel still exists.
  if (has('retract')) await waitAtMost(inbound.drained(), DRAIN_MS);
  if (has('log_out')) await (await connection.untilOpen(Date.now() + LOG_OUT_CONNECT_MS))?.logOut();
  if (has('close') || has('wipe')) await connection.close();
  const next = { ...device, phone: phone ?? device.phone, state };
  await save(service, held, next, effects);
  if (event.kind === 'opened' && device.state.attempts > 0) hurryOthers(service, held);
  held.device = next;
  for (const effect of effects) {
    if (effect.kind === 'alarm') raiseAlarm(service, next, effect.reason);
    if (effect.kind === 'connect') connection.connect(effect.delayMs);
  }
  inbound.wake();
}

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
    // The source of a moved device may have kept its messages.
    if (device.historyDays > 0 || device.state.isMovedIn) await reserveHistoryIds(sql, device.id);
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
async function saveStep(
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
