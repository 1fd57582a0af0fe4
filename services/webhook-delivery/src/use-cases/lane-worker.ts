import type { CommittedEvent } from '@parley/common/hints';
import { makeId } from '@parley/common/ids';
import { leaseMsOf } from '../domain/attempt-limits.ts';
import type { ClaimedLane } from '../domain/lane-health.ts';
import { freeLanes, LaneRun, overdueMsOf } from '../domain/lane-run.ts';
import type { WebhookDeliveryService } from '../service.ts';
import { prolongLanes } from '../storage/lane-store.ts';
import { claimLanes } from './claim-lanes.ts';
import { runLane } from './run-lane.ts';

/** Interval of checks of all lanes, for due retries, lanes of dead workers and lost hints: at least, and at most. */
const SHORTEST_POLL_MS = 500;
const LONGEST_POLL_MS = 2000;
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

  constructor(service: WebhookDeliveryService) {
    this.#service = service;
    this.#leaseMs = leaseMsOf(service.environment);
  }

  start(): void {
    this.#heartbeat = setInterval(() => this.confirm(), this.#leaseMs / HEARTBEATS_A_LEASE);
    this.#claimAll();
  }

  /** Finishes running attempts and releases every lane. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#poll);
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
    this.#pollIn(LONGEST_POLL_MS);
    this.#claimSoon();
  }

  /** Checks all lanes in `readyInMs`, within the limits, unless a check comes sooner. */
  #pollIn(readyInMs: number): void {
    const waitMs = Math.min(Math.max(readyInMs, SHORTEST_POLL_MS), LONGEST_POLL_MS);
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
          'Lanes could not be claimed; the next poll tries again.',
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
      // For deliveries that became due while the lane was being released.
      this.#wanted.add(lane.instanceId);
      this.#claimSoon();
    });
  }
}
