import { retryWhileAway } from '@parley/database/retry-while-away';
import type { Logger } from '@parley/runtime/logger';
import type { Attempted, Completion, DueDelivery } from '../domain/delivery.ts';
import { makeLaneBacklog } from '../domain/lane-backlog.ts';
import { afterAttempt, type ClaimedLane, inFlightCap, isHeldBack, type LaneHealth } from '../domain/lane-health.ts';
import { settleAttempt } from '../domain/settle-attempt.ts';
import type { AttemptDelivery } from './attempt-delivery.ts';
import type { ReadLane } from './read-lane.ts';

export interface RunLaneDeps {
  readDue: ReadLane;
  attempt: AttemptDelivery;
  /** Resolves after the commit; false when this worker has lost the lane. */
  complete(item: Completion): Promise<boolean>;
  /** Stores the receiver's health, and logs failures for the operator. */
  keepHealth(lane: ClaimedLane, health: LaneHealth): Promise<void>;
  release(lane: ClaimedLane): Promise<void>;
  /** The number of `wanted` sockets that a lane with `held` ones may open. */
  openSockets(held: number, wanted: number): number;
  /** Whether other lanes wait for a slot of this worker. */
  isCrowded(): boolean;
  scheduleSeconds: readonly number[];
  inFlightCap: number;
  /** Duration of the lease from the claim on, and the remaining time that an attempt needs to start. */
  leaseMs: number;
  attemptTimeoutMs: number;
  now(): Date;
  random(): number;
  logger: Logger;
  count(outcome: Completion['outcome'], attempted: Attempted): void;
}

/** A lane that is being worked on. */
export interface RunningLane {
  lane: ClaimedLane;
  /** Called when a new delivery may be due. */
  wake(): void;
  /** The lease was renewed at `fromMs` (of performance.now). */
  prolonged(fromMs: number): void;
  /** Another worker has taken the lane over. */
  lose(): void;
  /** Starts no more attempts; resolves when running ones are stored and the lane is released. */
  stop(): Promise<void>;
  finished: Promise<void>;
}

/** Rows per read; more than the cap, so that one conversation does not block the others. */
const READ_AHEAD = 128;
const MOST_WAITING = 512;
/** Reads more when only this many rows are left to start. */
const LOW_WATER = 16;
/** Maximum deliveries in flight or answered but not stored: the successor of a killed worker sends these again. */
const MOST_UNSTORED = 64;
/** How long an empty lane is kept: the next event then needs no claim. */
const LINGER_MS = 500;
/** How often a running lane checks for more without a hint. */
const LOOK_EVERY_MS = 750;
/** Interval at which a lane wakes without an event. */
const TICK_MS = 250;
/** How long a lane is processed while others wait for this worker. */
const TURN_MS = 5000;

function logAttempt(logger: Logger, { id, instanceId, type, attempt }: DueDelivery, result: Attempted): void {
  const fields = {
    delivery_id: id,
    instance_id: instanceId,
    type,
    attempt: attempt + 1,
    status: result.statusCode,
    latency_ms: result.latencyMs,
    problem: result.error,
  };
  logger.debug('delivery.attempted', fields, 'A delivery was attempted.');
}

/**
 * Processes one lane under its lease: oldest first, a bounded number concurrently, never two of one conversation
 * (docs/reference/webhook-delivery.md#lanes). A dead or slow receiver delays only its own lane.
 */
export function runLane(lane: ClaimedLane, claimedAtMs: number, deps: RunLaneDeps): RunningLane {
  const backlog = makeLaneBacklog();
  let { health } = lane;
  let savedHealth = health;
  let saving: Promise<void> = Promise.resolve();
  let leaseEndsMs = claimedAtMs + deps.leaseMs;
  let stopping = false;
  let lost = false;
  let hasMore = true;
  let reading = false;
  let unreadable = false;
  let lookedAtMs = performance.now();
  let idleSinceMs: number | null = null;
  let goOn: (() => void) | null = null;

  function nudge(): void {
    const waiting = goOn;
    goOn = null;
    waiting?.();
  }
  /** One timer for the lane: a timer per wait would cost more than the waits. */
  const clock = setInterval(nudge, TICK_MS);
  const untilNudged = (): Promise<void> =>
    new Promise((resolve) => {
      goOn = resolve;
    });

  const holds = (): boolean => !lost && performance.now() < leaseEndsMs;
  const mayRetry = (): boolean => !stopping && holds();
  const mayStart = (): boolean =>
    !stopping &&
    !lost &&
    !unreadable &&
    performance.now() < leaseEndsMs - deps.attemptTimeoutMs &&
    !isHeldBack(health, deps.now());

  /** Saves one state at a time, always the newest: an older state must not overwrite a newer one. */
  function saveHealth(): Promise<void> {
    saving = saving
      .catch(() => {})
      .then(async () => {
        const newest = health;
        if (newest === savedHealth) return;
        await retryWhileAway(() => deps.keepHealth(lane, newest), mayRetry);
        savedHealth = newest;
      });
    return saving;
  }

  async function deliver(delivery: DueDelivery): Promise<void> {
    const result = await deps.attempt(delivery);
    logAttempt(deps.logger, delivery, result);
    health = afterAttempt(health, result, (deps.scheduleSeconds[0] ?? 1) * 1000, deps.now());
    backlog.landed(delivery);
    nudge();
    try {
      const { scheduleSeconds, random } = deps;
      const item = settleAttempt(delivery, result, { claimId: lane.claimId, scheduleSeconds, random: random() });
      if (await retryWhileAway(() => deps.complete(item), mayRetry)) deps.count(item.outcome, result);
      else lost = true;
      if (health !== savedHealth) await saveHealth();
    } catch (error) {
      // Not stored: the lease expires, and the delivery is sent again.
      lost = true;
      deps.logger.warn(
        'delivery-attempt.unstored',
        { err: error, instance_id: lane.instanceId },
        'An attempt could not be stored.',
      );
    } finally {
      backlog.stored(delivery);
      // Only now may the next delivery of its conversation be read.
      hasMore ||= delivery.ordered;
      nudge();
    }
  }

  const wanted = (): number =>
    Math.min(inFlightCap(health, deps.inFlightCap) - backlog.inFlight(), MOST_UNSTORED - backlog.unstored());

  function readMore(): void {
    const hasRoom = wanted() > 0 ? backlog.waiting() < MOST_WAITING : backlog.waiting() < LOW_WATER;
    if (reading || !hasMore || !hasRoom || !mayStart()) return;
    reading = true;
    hasMore = false;
    lookedAtMs = performance.now();
    retryWhileAway(() => deps.readDue(lane, backlog.ids(), READ_AHEAD), mayRetry)
      .then((page) => {
        backlog.add(page.due);
        hasMore ||= page.hasMore;
      })
      .catch((error: unknown) => {
        unreadable = true;
        deps.logger.warn(
          'lane.read-failed',
          { err: error, instance_id: lane.instanceId },
          'A lane could not be read; it rests until its lease ends.',
        );
      })
      .finally(() => {
        reading = false;
        nudge();
      });
  }

  function startWhatMayGo(): void {
    if (!mayStart()) return;
    for (const delivery of backlog.take(deps.openSockets(backlog.inFlight(), wanted()))) void deliver(delivery);
  }

  async function work(): Promise<void> {
    while (mayStart() && !(deps.isCrowded() && performance.now() > claimedAtMs + TURN_MS)) {
      hasMore ||= performance.now() - lookedAtMs > LOOK_EVERY_MS;
      startWhatMayGo();
      readMore();
      const idle = !reading && backlog.unstored() === 0 && backlog.waiting() === 0;
      idleSinceMs = idle ? (idleSinceMs ?? performance.now()) : null;
      if (idleSinceMs !== null && (deps.isCrowded() || performance.now() - idleSinceMs > LINGER_MS)) return;
      await untilNudged();
    }
  }

  async function run(): Promise<void> {
    await work();
    while (reading || backlog.unstored() > 0) await untilNudged();
    clearInterval(clock);
    // An unreadable lane is not released: it would be claimed again at once, over and over.
    if (lost || unreadable) return;
    await retryWhileAway(() => deps.release(lane), mayRetry).catch((error: unknown) =>
      deps.logger.warn(
        'lane.release-failed',
        { err: error, instance_id: lane.instanceId },
        'A lane could not be released; it rests until its lease ends.',
      ),
    );
  }

  const finished = run();
  return {
    lane,
    finished,
    wake() {
      hasMore = true;
      nudge();
    },
    prolonged(fromMs) {
      leaseEndsMs = fromMs + deps.leaseMs;
    },
    lose() {
      lost = true;
      nudge();
    },
    async stop() {
      stopping = true;
      nudge();
      await finished;
    },
  };
}
