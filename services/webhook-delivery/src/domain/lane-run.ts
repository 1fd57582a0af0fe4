import { makeLaneBacklog } from './lane-backlog.ts';
import { type ClaimedLane, inFlightCap, isHeldBack, type LaneHealth } from './lane-health.ts';

const MAX_LANES = 1000;
const IN_FLIGHT_A_LANE = 16;
/** Maximum deliveries in flight or answered but not stored: the successor of a killed worker sends these again. */
const MOST_UNSTORED = 64;
const MOST_WAITING = 512;
/** Reads more when only this many rows are left to start. */
const LOW_WATER = 16;
/** How often a running lane checks for more without a hint. */
const LOOK_EVERY_MS = 750;

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
  /** Reading failed: the lane rests until its lease ends. */
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
    return Math.min(inFlightCap(health, IN_FLIGHT_A_LANE) - backlog.inFlight(), MOST_UNSTORED - backlog.unstored());
  }

  /** Whether to read more deliveries now, in a lane that may start them. */
  mayRead(): boolean {
    const hasMore = this.hasMore || performance.now() - this.#readAtMs > LOOK_EVERY_MS;
    if (this.#isReading || !hasMore) return false;
    return this.backlog.waiting() < (this.freeSlots() > 0 ? MOST_WAITING : LOW_WATER);
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
