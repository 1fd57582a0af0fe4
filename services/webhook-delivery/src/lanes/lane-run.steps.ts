import type { DueDelivery, Receiver } from '../attempts/delivery.rules.ts';
import { type ClaimedLane, inFlightCap, isHeldBack, type LaneHealth } from './lane.rules.ts';
import { makeLaneBacklog } from './lane-backlog.rules.ts';

const MAX_LANES = 1000;
const IN_FLIGHT_A_LANE = 16;
/** Maximum deliveries in flight or answered but not stored: the successor of a killed worker sends these again. */
const MAX_UNSTORED = 64;
const MAX_WAITING = 512;
/** Reads more when only this many rows are left to start. */
const LOW_WATER = 16;
/** How often a running lane checks for more without a hint. */
const LOOK_EVERY_MS = 750;

/** How long the address and the secrets of a read are used for deliveries that were not read. */
const RECEIVER_MS = 1000;

/** A delivery that was committed a moment ago: never attempted, and of a key that is not ordered. */
export type CommittedDelivery = Pick<
  DueDelivery,
  'id' | 'instanceId' | 'eventId' | 'type' | 'conversationId' | 'createdMs' | 'data' | 'traceparent'
>;

/** How long a delivery that was committed a moment ago has been due. */
export const overdueMsOf = ({ createdMs }: CommittedDelivery, now: Date): number =>
  Math.max(now.getTime() - createdMs, 0);

/** How many more lanes a process with these lanes may claim. */
export const freeLanes = (lanes: ReadonlyMap<string, unknown>): number => MAX_LANES - lanes.size;

/** Whether other lanes may wait for a slot of the process. */
export const isCrowded = (lanes: ReadonlyMap<string, unknown>): boolean => freeLanes(lanes) <= 0;

export interface LaneTimes {
  /** Duration of the lease from the claim on. */
  leaseMs: number;
  /** The rest of the lease that an attempt needs to start. */
  attemptTimeoutMs: number;
}

/** The state of one lane while a process works on it. */
export class LaneRun {
  readonly lane: ClaimedLane;
  readonly backlog = makeLaneBacklog();
  health: LaneHealth;
  /** The health in the database. */
  savedHealth: LaneHealth;
  /** The running save, or the last one. */
  saving: Promise<void> = Promise.resolve();
  /** Whether deliveries may be due that were not read. */
  hasMore = true;
  /** Reading failed: the lane waits until its lease ends. */
  isUnreadable = false;
  isLost = false;
  /** Resolves when its attempts are stored and the lane is released. */
  finished: Promise<void> = Promise.resolve();
  readonly #times: LaneTimes;
  readonly #claimedAtMs: number;
  #leaseEndsMs: number;
  #isStopping = false;
  #isReading = false;
  #readAtMs = performance.now();
  #idleSinceMs: number | null = null;
  #goOn: (() => void) | null = null;
  /** From the last read that found deliveries of the key. */
  #receiver: (Receiver & { untilMs: number }) | null = null;
  /** The highest id of a delivery that was read or accepted. */
  #newestId = 0n;

  /** `claimedAtMs` and all other moments are those of performance.now. */
  constructor(lane: ClaimedLane, claimedAtMs: number, times: LaneTimes) {
    this.lane = lane;
    this.health = lane.health;
    this.savedHealth = lane.health;
    this.#times = times;
    this.#claimedAtMs = claimedAtMs;
    this.#leaseEndsMs = claimedAtMs + times.leaseMs;
  }

  /** A new delivery may be due. */
  wake(): void {
    this.hasMore = true;
    this.nudge();
  }

  /** The lease was renewed at `fromMs`. */
  prolong(fromMs: number): void {
    this.#leaseEndsMs = fromMs + this.#times.leaseMs;
  }

  /** Another worker has taken the lane over, or an attempt could not be stored. */
  lose(): void {
    this.isLost = true;
    this.nudge();
  }

  /** Starts no more attempts. */
  stop(): void {
    this.#isStopping = true;
    this.nudge();
  }

  ageMs(): number {
    return performance.now() - this.#claimedAtMs;
  }

  /** Whether a statement is repeated while the database is unavailable. */
  readonly mayRetry = (): boolean => !this.#isStopping && !this.isLost && performance.now() < this.#leaseEndsMs;

  mayStart(now: Date): boolean {
    return (
      !this.#isStopping &&
      !this.isLost &&
      !this.isUnreadable &&
      performance.now() < this.#leaseEndsMs - this.#times.attemptTimeoutMs &&
      !isHeldBack(this.health, now)
    );
  }

  /** How many more attempts may start. */
  freeSlots(): number {
    const { backlog, health } = this;
    return Math.min(inFlightCap(health, IN_FLIGHT_A_LANE) - backlog.inFlight(), MAX_UNSTORED - backlog.unstored());
  }

  /** Whether to read more deliveries now, in a lane that may start them. */
  mayRead(): boolean {
    const hasMore = this.hasMore || performance.now() - this.#readAtMs > LOOK_EVERY_MS;
    if (this.#isReading || !hasMore) return false;
    return this.backlog.waiting() < (this.freeSlots() > 0 ? MAX_WAITING : LOW_WATER);
  }

  /** Whether nothing waits for the receiver: it has not failed, and the lane could start more at once. */
  keepsUp(): boolean {
    return this.health.failingSince === null && this.backlog.waiting() === 0 && this.freeSlots() > 0;
  }

  /** Deliveries that were read from the tables. */
  add(due: readonly DueDelivery[]): void {
    for (const { id } of due) if (BigInt(id) > this.#newestId) this.#newestId = BigInt(id);
    const [first] = due;
    if (first && first.platform === null) {
      const { url, secret, previousSecret } = first;
      this.#receiver = { url, secret, previousSecret, untilMs: this.#readAtMs + RECEIVER_MS };
    }
    this.backlog.add(due);
  }

  /**
   * Takes a committed delivery without reading it. Returns false where it must be read: others of the lane may be due
   * before it, it may have been read, or the receiver may have changed.
   */
  accept(delivery: CommittedDelivery, now: Date): boolean {
    const receiver = this.#receiver;
    if (receiver === null || performance.now() >= receiver.untilMs) return false;
    if (this.hasMore || this.#isReading || !this.mayStart(now)) return false;
    const id = BigInt(delivery.id);
    if (id <= this.#newestId || this.backlog.waiting() >= MAX_WAITING) return false;
    this.#newestId = id;
    const { url, secret, previousSecret } = receiver;
    const overdueMs = overdueMsOf(delivery, now);
    this.backlog.add([
      { ...delivery, url, secret, previousSecret, attempt: 0, platform: null, ordered: false, overdueMs },
    ]);
    // After the other hints of this turn of the event loop: older deliveries of its conversation may be among them.
    setImmediate(() => this.nudge());
    return true;
  }

  startReading(): void {
    this.#isReading = true;
    this.hasMore = false;
    this.#readAtMs = performance.now();
  }

  endReading(): void {
    this.#isReading = false;
    this.nudge();
  }

  /** Whether a read or an attempt is unfinished. */
  isBusy(): boolean {
    return this.#isReading || this.backlog.unstored() > 0;
  }

  /** How long there has been nothing to do; null while there is something. */
  idleMs(): number | null {
    const isIdle = !this.isBusy() && this.backlog.waiting() === 0;
    this.#idleSinceMs = isIdle ? (this.#idleSinceMs ?? performance.now()) : null;
    return this.#idleSinceMs === null ? null : performance.now() - this.#idleSinceMs;
  }

  /**
   * Whether the lane has been empty for so long, even if a look at the tables is due again: on a machine so busy that
   * the lane wakes less often than it looks, one always is.
   */
  isSpent(lingerMs: number): boolean {
    const idleMs = this.idleMs();
    return idleMs !== null && idleMs >= lingerMs && !this.hasMore;
  }

  /** Ends the wait of {@link untilNudged}. */
  nudge(): void {
    const goOn = this.#goOn;
    this.#goOn = null;
    goOn?.();
  }

  untilNudged(): Promise<void> {
    return new Promise((resolve) => {
      this.#goOn = resolve;
    });
  }
}
