import type { CommittedEvent } from '@parley/common/hints';
import { makeId } from '@parley/common/ids';
import { retryWhileAway } from '@parley/database/transactions/retry-while-away';
import { leaseMsOf } from '../attempts/attempt-limits.rules.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { claimLanes } from './claim-lanes.steps.ts';
import { deliverEvent } from './deliver-event.steps.ts';
import type { ClaimedLane } from './lane.rules.ts';
import { findDeliveries, prolongLanes, releaseLane } from './lane.store.ts';
import { freeLanes, isCrowded, LaneRun, overdueMsOf } from './lane-run.steps.ts';
import { readAhead } from './read-lane.steps.ts';

/**
 * Interval of checks of all lanes, for due retries, lanes of dead workers and lost hints: at least, at most, and after
 * the watch saw a delivery.
 */
const SHORTEST_POLL_MS = 500;
const MAX_POLL_MS = 60_000;
const SEEN_POLL_MS = 1000;
/** Leases are renewed often enough that a whole attempt always fits into the remaining time. */
const HEARTBEATS_A_LEASE = 4.5;

interface DueHint {
  instanceIds: readonly string[];
  events?: readonly CommittedEvent[] | undefined;
}

/**
 * Claims due lanes and runs them concurrently: hints wake it, and it polls in case a hint was lost
 * (docs/reference/webhook-delivery.md#promise).
 */
export class LaneWorker {
  readonly #service: WebhookDeliveryService;
  readonly #leaseMs: number;
  /** Lanes to claim; all lanes when `#isAllWanted`. */
  readonly #wanted = new Set<string>();
  #isAllWanted = false;
  #isStopped = false;
  #claiming: Promise<void> | null = null;
  #heartbeat: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;
  #pollAtMs = Number.POSITIVE_INFINITY;
  #endWatch: (() => void) | undefined;

  constructor(service: WebhookDeliveryService) {
    this.#service = service;
    this.#leaseMs = leaseMsOf(service.environment);
  }

  start(): void {
    this.#heartbeat = setInterval(() => this.confirm(), this.#leaseMs / HEARTBEATS_A_LEASE);
    this.#endWatch = this.#service.laneDatabase.watchDue(findDeliveries, () => this.#pollIn(SEEN_POLL_MS));
    this.#claimAll();
  }

  /** Finishes running attempts and releases every lane. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#poll);
    this.#endWatch?.();
    await this.#claiming;
    const runs = [...this.#service.lanes.values()];
    for (const run of runs) run.stop();
    await Promise.all(runs.map((run) => run.finished));
  }

  /** These keys have due deliveries: checks their lanes now. */
  wake(instanceIds: readonly string[]): void {
    for (const instanceId of instanceIds) {
      const run = this.#service.lanes.get(instanceId);
      if (run) run.wake();
      else this.#wanted.add(instanceId);
    }
    this.#claimSoon();
  }

  /**
   * Deliveries of these keys were committed. The running lanes of this process take those of `events` without reading
   * them; the other lanes are woken.
   */
  receive({ instanceIds, events = [] }: DueHint): void {
    const { lanes, now, metrics } = this.#service;
    const unread = new Set(instanceIds);
    const given = events.flatMap(({ id: eventId, deliveries, ...event }) =>
      deliveries.map(({ id, instanceId }) => ({ ...event, eventId, id, instanceId })),
    );
    for (const { instanceId } of given) unread.delete(instanceId);
    for (const delivery of given)
      if (lanes.get(delivery.instanceId)?.accept(delivery, now())) metrics.countPickup(overdueMsOf(delivery, now()));
      else unread.add(delivery.instanceId);
    if (unread.size > 0) this.wake([...unread]);
  }

  /** This key, or every key, has changed: releases its lane and claims it again, without the rows read before. */
  restart(instanceId: string | null): void {
    const { lanes } = this.#service;
    const runs = instanceId === null ? [...lanes.values()] : [lanes.get(instanceId)];
    for (const run of runs) run?.stop();
  }

  /** Other workers may have taken lanes of this one: renews the leases now, and drops lost lanes. */
  confirm(): void {
    this.#renewLeases().catch((error: unknown) =>
      this.#service.logger.warn(
        'lane-leases.renewal-failed',
        { err: error },
        'The leases of lanes could not be renewed.',
      ),
    );
  }

  async #renewLeases(): Promise<void> {
    const { lanes, laneDatabase, claims } = this.#service;
    const runs = [...lanes.values()];
    if (runs.length === 0) return;
    const fromMs = performance.now();
    const held = runs.map(({ lane }) => lane);
    const lease = { leaseMs: this.#leaseMs, holder: claims.holder.number() };
    const ours = await prolongLanes(laneDatabase, held, lease);
    for (const run of runs) {
      const renewed = ours.get(run.lane.instanceId);
      if (!renewed) run.lose();
      else run.prolong(fromMs);
      if (renewed?.paused) run.stop();
    }
  }

  #claimAll(): void {
    this.#isAllWanted = true;
    this.#pollAtMs = Number.POSITIVE_INFINITY;
    this.#pollIn(MAX_POLL_MS);
    this.#claimSoon();
  }

  /** Checks all lanes in `readyInMs`, within the limits, unless a check comes sooner. */
  #pollIn(readyInMs: number): void {
    const waitMs = Math.min(Math.max(readyInMs, SHORTEST_POLL_MS), MAX_POLL_MS);
    if (this.#isStopped || performance.now() + waitMs >= this.#pollAtMs) return;
    clearTimeout(this.#poll);
    this.#pollAtMs = performance.now() + waitMs;
    this.#poll = setTimeout(() => this.#claimAll(), waitMs);
  }

  #claimSoon(): void {
    if (this.#isStopped || this.#claiming) return;
    this.#claiming = this.#claimWanted()
      .catch((error: unknown) => {
        this.#service.logger.warn(
          'lanes.claim-failed',
          { err: error },
          'Lanes could not be claimed; the next poll retries.',
        );
        this.#pollIn(0);
      })
      .finally(() => {
        this.#claiming = null;
        if (this.#isAllWanted || this.#wanted.size > 0) this.#claimSoon();
      });
  }

  async #claimWanted(): Promise<void> {
    while (!this.#isStopped && (this.#isAllWanted || this.#wanted.size > 0)) {
      const only = this.#isAllWanted ? null : [...this.#wanted];
      this.#isAllWanted = false;
      this.#wanted.clear();
      await this.#claimOnce(only);
    }
  }

  async #claimOnce(only: string[] | null): Promise<void> {
    const { lanes } = this.#service;
    const limit = freeLanes(lanes);
    if (limit <= 0) return;
    const claimedAtMs = performance.now();
    const wanted = { claimId: makeId('clm'), only, held: [...lanes.keys()], limit };
    const claimed = await claimLanes(this.#service, wanted);
    for (const lane of claimed.lanes) this.#startLane(lane, claimedAtMs);
    if (claimed.nextInMs !== null) this.#pollIn(claimed.nextInMs);
  }

  #startLane(lane: ClaimedLane, claimedAtMs: number): void {
    const { lanes, metrics, receivers } = this.#service;
    if (lane.expired) metrics.countExpired();
    const times = { leaseMs: this.#leaseMs, attemptTimeoutMs: receivers.limits.timeoutMs };
    const run = new LaneRun(lane, claimedAtMs, times);
    run.finished = runLane(this.#service, run);
    lanes.set(lane.instanceId, run);
    void run.finished.then(() => {
      lanes.delete(lane.instanceId);
      // Deliveries became due while the lane was being released.
      this.#wanted.add(lane.instanceId);
      this.#claimSoon();
    });
  }
}

/** How long an empty lane is kept: the next event then needs no claim. */
const LINGER_MS = 500;
/** Interval at which a lane wakes without an event. */
const TICK_MS = 250;
/** How long a lane is processed while others wait for this worker. */
const TURN_MS = 5000;

async function deliverWhileDue(service: WebhookDeliveryService, run: LaneRun): Promise<void> {
  const { lanes, receivers } = service;
  const { backlog } = run;
  while (run.mayStart(service.now()) && !(isCrowded(lanes) && run.ageMs() > TURN_MS)) {
    const sockets = receivers.sockets.grant(backlog.inFlight(), run.freeSlots());
    for (const delivery of backlog.take(sockets)) void deliverEvent(service, run, delivery);
    if (run.isSpent(isCrowded(lanes) ? 0 : LINGER_MS)) return;
    if (run.mayRead()) void readAhead(service, run);
    await run.untilNudged();
  }
}

/**
 * Processes one lane under its lease: oldest first, a bounded number concurrently, never two of one conversation
 * (docs/reference/webhook-delivery.md#lanes). A dead or slow receiver delays only its own lane. Resolves when running
 * attempts are stored and the lane is released.
 */
async function runLane(service: WebhookDeliveryService, run: LaneRun): Promise<void> {
  /** One timer for the lane: a timer per wait would cost more than the waits. */
  const clock = setInterval(() => run.nudge(), TICK_MS);
  await deliverWhileDue(service, run);
  while (run.isBusy()) await run.untilNudged();
  clearInterval(clock);
  // An unreadable lane is not released: it would be claimed again at once, over and over.
  if (run.isLost || run.isUnreadable) return;
  const { lane } = run;
  await retryWhileAway(() => releaseLane(service.laneDatabase, lane), run.mayRetry).catch((error: unknown) =>
    service.logger.warn(
      'lane.release-failed',
      { err: error, instance_id: lane.instanceId },
      'A lane could not be released; it rests until its lease ends.',
    ),
  );
}
