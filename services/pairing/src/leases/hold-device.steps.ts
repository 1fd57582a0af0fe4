import type { DeviceListener, DeviceSocket, GroupList } from '../devices/device-network.rules.ts';
import { makeGroupList } from '../groups/group-list.client.ts';
import { noteConnected, noteHealthSignal } from '../health/health.steps.ts';
import { importHistory } from '../history/import-history.steps.ts';
import { findProxy } from '../proxies/proxy.store.ts';
import { forwardBatch, quarantineElements } from '../received/forward-batch.steps.ts';
import { makeInboundQueue } from '../received/inbound-queue.client.ts';
import { publishTyping } from '../received/publish-typing.steps.ts';
import { findContent, keepContent } from '../sends/send.store.ts';
import type { PairingService } from '../service.ts';
import { makeDeviceConnection } from './device-connection.client.ts';
import { type ClaimedDevice, type ClockReading, makeLeaseClock } from './device-lease.rules.ts';
import { REPLACED_GRACE_MS, WANTED } from './device-state.rules.ts';
import { dropDevice } from './drop-device.steps.ts';
import { guardAuth } from './guard-auth.client.ts';
import { handleDeviceEvent } from './handle-device-event.steps.ts';
import { type HeldDevice, isHeld, mayClaim } from './held-device.client.ts';
import { makeDeviceAuth } from './key.store.ts';
import { claimDeviceById, extendLeases, releaseLeases } from './lease.store.ts';
import { PROCESS_CLOCKS, readProcessClocks } from './this-worker.client.ts';

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
  const groupList = makeGroupList(() => now().getTime());
  const held: HeldDevice = {
    lease,
    clock,
    device,
    settled: Promise.resolve(),
    standing: { restriction: device.restriction, newChats: device.newChats },
    limitsStored: Promise.resolve(),
    chats: null,
    limitsCheckedAtMs: device.limitsCheckedAt?.getTime() ?? null,
    connectedAtMs: 0,
    uses: new Set(),
    isGone: false,
    connection: makeDeviceConnection({
      deviceId: device.id,
      gates,
      logger,
      now,
      isPaired: () => held.device.state.isPaired,
      open: (listener) => openDeviceSocket(service, held, { listener, groupList }),
      confirmLease: () => confirmLease(service, held),
      onLeaseLost: () => dropDevice(service, held),
      onEvent: (event, phone) => {
        if (event.kind === 'opened') noteConnected(service, held);
        void handleDeviceEvent(service, held, event, phone);
      },
      onHeard: (batch) => held.inbound.add(batch),
      onHealth: (signal) => noteHealthSignal(service, held, signal),
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
  { listener, groupList }: { listener: DeviceListener; groupList: GroupList },
): Promise<DeviceSocket> {
  const { rawDatabase, cipher, network, now } = service;
  const { deviceId } = held.lease;
  const { historyDays: days } = held.device;
  // Read for each connection, under the lease: a changed proxy is never missed.
  const found = await findProxy(rawDatabase.prisma, cipher, held.device);
  if (!found) throw new Error('The device is gone.');
  const guard = { deviceId, isHeld: () => isHeld(held), onLost: () => dropDevice(service, held) };
  return network.open({
    auth: guardAuth(makeDeviceAuth(rawDatabase, cipher, held.lease), guard),
    listener,
    groupList,
    now,
    findSent: (id) => findContent(rawDatabase.prisma, cipher, deviceId, id),
    keepSent: (id, content) => keepContent(rawDatabase, cipher, deviceId, id, content),
    quarantine: (elements) => quarantineElements(service, held.device, elements),
    proxy: found.proxy,
    history: days > 0 ? { days, store: (messages) => importHistory(service, held, messages) } : null,
  });
}

/** Claims and starts one free device; null when another worker holds it. */
export async function claimDevice(service: PairingService, deviceId: number): Promise<HeldDevice | null> {
  const { devices, rawDatabase, holder } = service;
  if (!mayClaim(devices)) return null;
  const askedAt = readProcessClocks();
  const claimed = await claimDeviceById(rawDatabase, holder, deviceId);
  if (!claimed) return null;
  if (!mayClaim(devices)) {
    await releaseLeases(rawDatabase, holder, [claimed.lease]);
    return null;
  }
  const held = holdDevice(service, claimed, askedAt);
  startDevice(service, held, 0);
  return held;
}

/** Resumes a device that was just claimed; the connection is opened within this time. */
export function startDevice(service: PairingService, held: HeldDevice, spreadMs: number): void {
  const { status, reason, replacedAt, isPaired } = held.device.state;
  if (!WANTED.includes(status)) return;
  // A shown code belongs to a connection that has ended.
  if (!isPaired) return void handleDeviceEvent(service, held, { kind: 'closed', reason: 'pairing_ended' });
  const graceMs =
    reason === 'replaced' && replacedAt
      ? Math.max(0, replacedAt.getTime() + REPLACED_GRACE_MS - service.now().getTime())
      : 0;
  held.connection.connect(graceMs + Math.random() * spreadMs);
}
