import { makeDeviceConnection } from '../adapters/device-connection.ts';
import { type HeldDevice, isHeld } from '../adapters/held-device.ts';
import { makeInboundQueue } from '../adapters/inbound-queue.ts';
import { PROCESS_CLOCKS } from '../adapters/process-clocks.ts';
import { type ClaimedDevice, type ClockReading, makeLeaseClock } from '../domain/device-lease.ts';
import type { PairingService } from '../service.ts';
import { confirmLease } from './confirm-lease.ts';
import { dropDevice } from './drop-device.ts';
import { forwardBatch } from './forward-batch.ts';
import { handleDeviceEvent } from './handle-device-event.ts';
import { noteHealthSignal } from './note-health-signal.ts';
import { openDeviceSocket } from './open-device-socket.ts';
import { publishTyping } from './publish-typing.ts';

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
