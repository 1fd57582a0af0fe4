import type { DeviceListener, DeviceSocket } from '../devices/device-network.rules.ts';
import { noteHealthSignal } from '../health/note-health-signal.steps.ts';
import { importHistory } from '../history/import-history.steps.ts';
import { forwardBatch } from '../received/forward-batch.steps.ts';
import { makeInboundQueue } from '../received/inbound-queue.client.ts';
import { publishTyping } from '../received/publish-typing.steps.ts';
import { quarantineElements } from '../received/quarantine-elements.steps.ts';
import { findContent, keepContent } from '../sends/send.store.ts';
import type { PairingService } from '../service.ts';
import { makeDeviceConnection } from './device-connection.client.ts';
import { type ClaimedDevice, type ClockReading, makeLeaseClock } from './device-lease.rules.ts';
import { dropDevice } from './drop-device.steps.ts';
import { guardAuth } from './guard-auth.client.ts';
import { handleDeviceEvent } from './handle-device-event.steps.ts';
import { type HeldDevice, isHeld } from './held-device.client.ts';
import { makeDeviceAuth } from './key.store.ts';
import { extendLeases } from './lease.store.ts';
import { PROCESS_CLOCKS, readProcessClocks } from './process-clocks.client.ts';

/**
 * Holds a device that this worker has claimed, until its lease ends. `askedAt`: the clocks before the claim. It is not
 * connected yet.
 */
export function holdDevice(
  service: PairingService,
  { lease, device }: ClaimedDevice,
  askedAt: ClockReading,
): HeldDevice {
  const { devices, gates, logger, now } = service;
  const clock = makeLeaseClock(service.lease, PROCESS_CLOCKS);
  clock.renewed(askedAt);
  const earlier = devices.byId.get(device.id);
  if (earlier) dropDevice(service, earlier);
  const held: HeldDevice = {
    lease,
    clock,
    device,
    settled: Promise.resolve(),
    uses: new Set(),
    isGone: false,
    connection: makeDeviceConnection({
      deviceId: device.id,
      gates,
      logger,
      now,
      isPaired: () => held.device.state.isPaired,
      open: (listener) => openDeviceSocket(service, held, listener),
      confirmLease: () => confirmLease(service, held),
      onLeaseLost: () => dropDevice(service, held),
      onEvent: (event, phone) => void handleDeviceEvent(service, held, event, phone),
      onHeard: (batch) => held.inbound.add(batch),
      onHealth: (signal) => noteHealthSignal(service, held.device, signal),
      onTyping: (typing) => publishTyping(service, held.device, typing),
    }),
    inbound: makeInboundQueue({
      isReady: () => isHeld(held) && held.device.state.isAnnounced,
      forward: (batch, tries) => forwardBatch(service, held.device, batch, tries),
      onFailed: (error) =>
        logger.warn(
          'device-items.forward-failed',
          { device_id: device.id, err: error },
          'Received items could not be forwarded yet.',
        ),
    }),
  };
  devices.byId.set(device.id, held);
  return held;
}

/** Renews the lease of one device if it is still this worker's; returns whether it is. */
async function confirmLease({ rawDatabase, holder }: PairingService, held: HeldDevice): Promise<boolean> {
  if (!isHeld(held)) return false;
  const askedAt = readProcessClocks();
  const extended = await extendLeases(rawDatabase, holder, [held.lease]);
  if (!extended.has(held.lease.deviceId)) return false;
  held.clock.renewed(askedAt);
  return isHeld(held);
}

/** Opens a socket of a held device at the network. */
async function openDeviceSocket(
  service: PairingService,
  held: HeldDevice,
  listener: DeviceListener,
): Promise<DeviceSocket> {
  const { rawDatabase, cipher, network } = service;
  const { deviceId } = held.lease;
  const { historyDays: days } = held.device;
  const guard = { deviceId, isHeld: () => isHeld(held), onLost: () => dropDevice(service, held) };
  return network.open({
    auth: guardAuth(makeDeviceAuth(rawDatabase, cipher, held.lease), guard),
    listener,
    findSent: (id) => findContent(rawDatabase.prisma, cipher, deviceId, id),
    keepSent: (id, content) => keepContent(rawDatabase, cipher, deviceId, id, content),
    quarantine: (elements) => quarantineElements(service, held.device, elements),
    history: days > 0 ? { days, store: (messages) => importHistory(service, held, messages) } : null,
  });
}
