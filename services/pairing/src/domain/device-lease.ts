/**
 * The right to hold a device's socket and to write for it; `token`, the fencing token of every write, increases with
 * every claim.
 */
export interface DeviceLease {
  deviceId: number;
  workerId: string;
  token: string;
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

/** Two clocks; a lease must be valid by both: one that never jumps, and one that runs while the machine sleeps. */
export interface Clocks {
  monotonicMs(): number;
  wallMs(): number;
}

/** A deadline by both clocks: it has passed when it has passed by either of them. */
export function makeLeaseClock({ leaseMs, marginMs }: LeaseTimes, clocks: Clocks) {
  const goodForMs = leaseMs - marginMs;
  let from = { monotonicMs: Number.NEGATIVE_INFINITY, wallMs: Number.NEGATIVE_INFINITY };
  return {
    /** Started before the lease is requested, so that it ends too early rather than too late. */
    read: () => ({ monotonicMs: clocks.monotonicMs(), wallMs: clocks.wallMs() }),
    renewed(at: { monotonicMs: number; wallMs: number }): void {
      from = at;
    },
    isGood: (): boolean =>
      clocks.monotonicMs() - from.monotonicMs < goodForMs && clocks.wallMs() - from.wallMs < goodForMs,
  };
}
export type LeaseClock = ReturnType<typeof makeLeaseClock>;
