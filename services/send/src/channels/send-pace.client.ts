import { makeBoundedMap } from '@parley/runtime/bounded-map';

/** The platform's limit of a number of the WhatsApp Business app (docs/reference/wa.md#coexistence). */
const EVERY_MS = 1000 / 20;
/** Turns that a process reserves at once: a number costs at most one statement in this time. */
const LEASE_MS = 5 * EVERY_MS;
const MAX_NUMBERS = 10_000;

/** Spreads the sends of each number over time, those of all processes together. */
export interface SendPace {
  /** Waits for a turn; returns for how long, or null, at once, when no turn comes within the limit. */
  enter(accountId: number, limitMs: number): Promise<number | null>;
}

export interface SendPaceParts {
  nowMs(): number;
  pause(ms: number): Promise<unknown>;
  /**
   * Reserves a span of time for this process alone; returns how many ms until it begins, or null, and reserves nothing,
   * when that is not within the limit.
   */
  reserve(accountId: number, spanMs: number, limitMs: number): Promise<number | null>;
}

/** The time that this process has for sends of a number. */
interface Lease {
  nextMs: number;
  endMs: number;
  /** No turn comes within `fullLimitMs` until then. */
  fullUntilMs: number;
  fullLimitMs: number;
  /** Callers take their turns one after another. */
  last: Promise<unknown>;
}

const newLease = (): Lease => ({
  nextMs: Number.NEGATIVE_INFINITY,
  endMs: Number.NEGATIVE_INFINITY,
  fullUntilMs: Number.NEGATIVE_INFINITY,
  fullLimitMs: 0,
  last: Promise.resolve(),
});

export function makeSendPace({ nowMs, pause, reserve }: SendPaceParts): SendPace {
  const leases = makeBoundedMap<number, Lease>(MAX_NUMBERS);

  async function extend(lease: Lease, accountId: number, limitMs: number): Promise<boolean> {
    if (nowMs() < lease.fullUntilMs && limitMs <= lease.fullLimitMs) return false;
    // Without the database the process keeps to the pace alone, and the platform's refusal is retried.
    const waitMs = await reserve(accountId, LEASE_MS, limitMs).catch(() => Math.max(lease.endMs - nowMs(), 0));
    if (waitMs === null) {
      Object.assign(lease, { fullUntilMs: nowMs() + LEASE_MS, fullLimitMs: limitMs });
      return false;
    }
    lease.nextMs = nowMs() + Math.max(waitMs, 0);
    lease.endMs = lease.nextMs + LEASE_MS;
    return true;
  }

  /** The time of the next turn on this process's clock; a turn that was not used in time is lost. */
  async function takeTurn(lease: Lease, accountId: number, untilMs: number): Promise<number | null> {
    let turn = Math.max(lease.nextMs, nowMs());
    if (turn >= lease.endMs) {
      if (!(await extend(lease, accountId, untilMs - nowMs()))) return null;
      turn = lease.nextMs;
    }
    if (turn >= untilMs) return null;
    lease.nextMs = turn + EVERY_MS;
    return turn;
  }

  return {
    async enter(accountId, limitMs) {
      const startedAt = nowMs();
      const lease = leases.get(accountId) ?? newLease();
      leases.set(accountId, lease);
      const taking = lease.last.then(() => takeTurn(lease, accountId, startedAt + limitMs));
      lease.last = taking;
      const turn = await taking;
      if (turn === null) return null;
      const waitMs = turn - nowMs();
      if (waitMs > 0) await pause(waitMs);
      return Math.max(turn, nowMs()) - startedAt;
    },
  };
}
