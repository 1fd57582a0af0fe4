import type { LinkedDevice } from '../devices/linked-device.rules.ts';

/**
 * The right to hold a device's socket and to write for it; `token`, the fencing token of every write, increases with
 * every claim.
 */
export interface DeviceLease {
  deviceId: number;
  workerId: string;
  token: string;
}

/** A device that this worker has just claimed. */
export interface ClaimedDevice {
  lease: DeviceLease;
  device: LinkedDevice;
}

/** A worker, and how long the leases that it claims last. */
export interface LeaseHolder {
  workerId: string;
  leaseMs: number;
}

/** Another worker holds the lease by now: nothing was written, and this worker must stop using the device. */
export class LeaseLost extends Error {
  constructor(deviceId: number) {
    super(`The lease of device ${deviceId} is lost.`);
    this.name = 'LeaseLost';
  }
}

/** The duration of a lease, and how early its holder releases it by its own clocks. */
export interface LeaseTimes {
  leaseMs: number;
  /** How long before the lease can expire the holder closes its sockets. */
  marginMs: number;
  /** The holder closes its sockets when its presence lock has been lost for this long; default 300 ms. */
  presenceGraceMs?: number;
  /** Other workers take its devices when the lock has been free for this long (longer than the former); default 500 ms. */
  goneForMs?: number;
}

export const LEASE_TIMES: LeaseTimes = { leaseMs: 15_000, marginMs: 4000 };

/** Two clocks; a lease must be valid by both: one that never jumps, and one that runs while the machine sleeps. */
export interface Clocks {
  monotonicMs(): number;
  wallMs(): number;
}

export interface ClockReading {
  monotonicMs: number;
  wallMs: number;
}

/** Read before a lease is requested, so that the lease ends too early rather than too late. */
export const readClocks = (clocks: Clocks): ClockReading => ({
  monotonicMs: clocks.monotonicMs(),
  wallMs: clocks.wallMs(),
});

/** A deadline by both clocks: it has passed when it has passed by either of them. */
export function makeLeaseClock({ leaseMs, marginMs }: LeaseTimes, clocks: Clocks) {
  const goodForMs = leaseMs - marginMs;
  let from: ClockReading = { monotonicMs: Number.NEGATIVE_INFINITY, wallMs: Number.NEGATIVE_INFINITY };
  return {
    /** `at`: {@link readClocks} before the request. */
    renewed(at: ClockReading): void {
      from = at;
    },
    isGood: (): boolean =>
      clocks.monotonicMs() - from.monotonicMs < goodForMs && clocks.wallMs() - from.wallMs < goodForMs,
  };
}
export type LeaseClock = ReturnType<typeof makeLeaseClock>;

/** The number of live workers, and of devices that need a socket. */
export interface WorkShare {
  workers: number;
  wanted: number;
}

/** The number of devices that a worker takes over now: up to its even share, rounded up, and at most `batch`. */
export const devicesToTake = ({ workers, wanted }: WorkShare, held: number, batch: number): number =>
  Math.max(0, Math.min(batch, Math.ceil(wanted / workers) - held));
