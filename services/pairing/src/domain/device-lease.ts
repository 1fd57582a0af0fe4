/** The right to hold a device's socket and to write for it; `token` grows with every claim and fences every write. */
export interface DeviceLease {
  deviceId: number;
  workerId: string;
  token: string;
}

/** Somebody else holds the device by now: nothing was written, and nothing may be done for it here any more. */
export class LeaseLost extends Error {
  constructor(deviceId: number) {
    super(`The lease of device ${deviceId} is lost.`);
    this.name = 'LeaseLost';
  }
}

/** How long a lease counts, and how early its holder lets go by its own clock. */
export interface LeaseTimes {
  leaseMs: number;
  /** The holder closes its sockets so long before the lease can run out. */
  marginMs: number;
  /** The holder closes its sockets when the lock that says that it lives has been lost for so long; default 300 ms. */
  presenceGraceMs?: number;
  /** Its devices are taken when the lock has been free for so long, which is longer; default 500 ms. */
  goneForMs?: number;
}

/** Two clocks that both have to say that a lease is good: one that never jumps, and one that runs while the machine sleeps. */
export interface Clocks {
  monotonicMs(): number;
  wallMs(): number;
}

/** A deadline by both clocks: it has passed when either says so. */
export function makeLeaseClock({ leaseMs, marginMs }: LeaseTimes, clocks: Clocks) {
  const goodForMs = leaseMs - marginMs;
  let from = { monotonicMs: Number.NEGATIVE_INFINITY, wallMs: Number.NEGATIVE_INFINITY };
  return {
    /** Taken before the lease is asked for: what the database answers later is then counted from too early, never too late. */
    read: () => ({ monotonicMs: clocks.monotonicMs(), wallMs: clocks.wallMs() }),
    renewed(at: { monotonicMs: number; wallMs: number }): void {
      from = at;
    },
    isGood: (): boolean =>
      clocks.monotonicMs() - from.monotonicMs < goodForMs && clocks.wallMs() - from.wallMs < goodForMs,
  };
}
export type LeaseClock = ReturnType<typeof makeLeaseClock>;
