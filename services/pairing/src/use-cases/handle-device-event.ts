import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@parley/database/sql';
import { waitAtMost } from '@parley/runtime/wait-at-most';
import { type HeldDevice, isHeld } from '../adapters/held-device.ts';
import type { CloseReason } from '../domain/close-reason.ts';
import { LeaseLost } from '../domain/device-lease.ts';
import { advance, type DeviceEffect, type DeviceEvent } from '../domain/device-state.ts';
import type { LinkedDevice } from '../domain/linked-device.ts';
import type { PairingService } from '../service.ts';
import { dropDevice } from './drop-device.ts';
import { saveStep } from './save-step.ts';

const SAVE_RETRY_MS = 200;
const LOG_OUT_CONNECT_MS = 4000;
const DRAIN_MS = 5000;
const HURRY_SPREAD_MS = 5000;

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
    const { reason } = other.device.state;
    if (other !== held && (reason === 'connection_lost' || reason === 'network_unavailable'))
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

/**
 * Moves the state of a held device: events one after the other, each stored before its effects. Resolves when this one
 * is stored, or the lease is lost. `phone`: the phone that the device is linked to, where the event tells it.
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
