import type { DeviceSocket } from '../devices/device-network.rules.ts';
import type { LinkedDevice } from '../devices/linked-device.rules.ts';
import type { ChatMemory } from '../new-chats/new-chat-pace.client.ts';
import type { InboundQueue } from '../received/inbound-queue.client.ts';
import type { DeviceConnection } from './device-connection.client.ts';
import type { DeviceLease, LeaseClock } from './device-lease.rules.ts';
import { WANTED } from './device-state.rules.ts';

/** How long to wait for a device that is reconnecting. */
const OPEN_WAIT_MS = 8000;

/** A device that this worker holds: its lease, its state, its one connection, and what it has received. */
export interface HeldDevice {
  readonly lease: DeviceLease;
  readonly clock: LeaseClock;
  readonly connection: DeviceConnection;
  readonly inbound: InboundQueue;
  /** As stored last. Only handleDeviceEvent changes it. */
  device: LinkedDevice;
  /** Resolves when every event so far is stored. */
  settled: Promise<void>;
  /** The limits of the network, as reported last: newer than the stored state. */
  standing: Pick<LinkedDevice, 'restriction' | 'newChats'>;
  /** Resolves when every report so far is stored. */
  limitsStored: Promise<void>;
  /** Null until the device sends to a person. */
  chats: ChatMemory | null;
  /** When the network was last asked for them, and when the device last connected, in ms since the epoch. */
  limitsCheckedAtMs: number | null;
  connectedAtMs: number;
  /** Requests that use the device now. */
  readonly uses: Set<Promise<void>>;
  /** Whether this worker has stopped using it. */
  isGone: boolean;
}

/** Whether this worker may still use the device, by its own clocks. */
export const isHeld = ({ isGone, clock }: HeldDevice): boolean => !isGone && clock.isGood();

/** Whether the device needs a socket. */
export const isWanted = ({ device }: HeldDevice): boolean => WANTED.includes(device.state.status);

/**
 * The device's socket once it is open; null when it does not open in time, by `deadline` (ms since the epoch) at the
 * latest, or this worker may no longer use the device.
 */
export async function openSocketOf(held: HeldDevice, deadline: number): Promise<DeviceSocket | null> {
  const socket = await held.connection.untilOpen(Math.min(deadline, Date.now() + OPEN_WAIT_MS));
  return socket && isHeld(held) ? socket : null;
}

/** Keeps the device here until the work is done. */
export function useDevice<T>({ uses }: HeldDevice, work: () => Promise<T>): Promise<T> {
  const running = work();
  const settled = running.then(
    () => {},
    () => {},
  );
  uses.add(settled);
  void settled.then(() => uses.delete(settled));
  return running;
}

/** The devices that this worker holds, and what decides whether it may claim more. */
export interface HeldDevices {
  readonly byId: Map<number, HeldDevice>;
  /** Since when workers have been absent, by their number, in ms of the monotonic clock. */
  readonly goneSince: Map<number, number>;
  isStopping: boolean;
  /** Whether this worker has lost its presence lock: devices claimed now could be taken by others at once. */
  isCutOff: boolean;
}

export const makeHeldDevices = (): HeldDevices => ({
  byId: new Map(),
  goneSince: new Map(),
  isStopping: false,
  isCutOff: false,
});

export const mayClaim = ({ isStopping, isCutOff }: HeldDevices): boolean => !isStopping && !isCutOff;

/** A device that is held here, or null. */
export function findHeld({ byId, isStopping }: HeldDevices, deviceId: number): HeldDevice | null {
  const held = isStopping ? undefined : byId.get(deviceId);
  return held && isHeld(held) ? held : null;
}
