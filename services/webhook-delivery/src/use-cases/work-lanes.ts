import { makeId } from '@parley/common/ids';
import type { Logger } from '@parley/runtime/logger';
import type { ClaimedLane } from '../domain/lane-health.ts';
import type { ClaimLanes } from './claim-lanes.ts';
import type { RunningLane } from './run-lane.ts';

export interface WorkLanesDeps {
  claim: ClaimLanes;
  /** Renews the leases that this worker still holds; returns those instances, and whether somebody paused them. */
  prolong(lanes: readonly ClaimedLane[]): Promise<Map<string, { paused: boolean }>>;
  run(lane: ClaimedLane, claimedAtMs: number): RunningLane;
  maxLanes: number;
  /** Interval of checks of all lanes: the shortest while something waits, otherwise the longest. */
  pollMs: { shortest: number; longest: number };
  heartbeatMs: number;
  logger: Logger;
  countExpired(): void;
}

/** Claims due lanes and runs them concurrently. */
export interface LaneWorker {
  start(): void;
  /** These keys have due deliveries: checks their lanes now. */
  wake(instanceIds: readonly string[]): void;
  /** This key, or every key, has changed: releases its lane and claims it again, without the rows read before. */
  begin(instanceId: string | null): void;
  /** Other workers may have taken lanes of this one: renews the leases now, and drops lost lanes. */
  confirm(): void;
  /** Finishes running attempts and releases every lane. */
  stop(): Promise<void>;
  heldLanes(): number;
  /** Whether it holds the maximum number of lanes. */
  isCrowded(): boolean;
}

/**
 * Processes lanes: hints wake it, and it polls in case a hint was lost (docs/reference/webhook-delivery.md#promise).
 */
export function makeLaneWorker(deps: WorkLanesDeps): LaneWorker {
  const running = new Map<string, RunningLane>();
  const wanted = new Set<string>();
  let all = false;
  let stopped = false;
  let claiming: Promise<void> | null = null;
  let heartbeat: NodeJS.Timeout | undefined;
  let poll: NodeJS.Timeout | undefined;
  let pollAtMs = Number.POSITIVE_INFINITY;

  function startLane(lane: ClaimedLane, claimedAtMs: number): void {
    if (lane.expired) deps.countExpired();
    const session = deps.run(lane, claimedAtMs);
    running.set(lane.instanceId, session);
    void session.finished.then(() => {
      running.delete(lane.instanceId);
      // For deliveries that became due while the lane was being released.
      wanted.add(lane.instanceId);
      claimSoon();
    });
  }

  async function claimOnce(only: string[] | null): Promise<void> {
    const limit = deps.maxLanes - running.size;
    if (limit <= 0) return;
    const claimedAtMs = performance.now();
    const held = [...running.keys()];
    const { lanes, nextInMs } = await deps.claim({ claimId: makeId('clm'), only, held, limit });
    for (const lane of lanes) startLane(lane, claimedAtMs);
    if (nextInMs !== null) pollIn(nextInMs);
  }

  async function claimWanted(): Promise<void> {
    while (!stopped && (all || wanted.size > 0)) {
      const only = all ? null : [...wanted];
      all = false;
      wanted.clear();
      await claimOnce(only);
    }
  }

  function claimSoon(): void {
    if (stopped || claiming) return;
    claiming = claimWanted()
      .catch((error: unknown) => {
        deps.logger.warn(
          'lanes.claim-failed',
          { err: error },
          'Lanes could not be claimed; the next poll tries again.',
        );
        pollIn(0);
      })
      .finally(() => {
        claiming = null;
        if (all || wanted.size > 0) claimSoon();
      });
  }

  function claimAll(): void {
    all = true;
    pollAtMs = Number.POSITIVE_INFINITY;
    pollIn(deps.pollMs.longest);
    claimSoon();
  }

  /** Checks all lanes in `readyInMs`, within the limits, unless a check comes sooner. */
  function pollIn(readyInMs: number): void {
    const { shortest, longest } = deps.pollMs;
    const waitMs = Math.min(Math.max(readyInMs, shortest), longest);
    if (stopped || performance.now() + waitMs >= pollAtMs) return;
    clearTimeout(poll);
    pollAtMs = performance.now() + waitMs;
    poll = setTimeout(claimAll, waitMs);
  }

  async function beat(): Promise<void> {
    const sessions = [...running.values()];
    if (sessions.length === 0) return;
    const fromMs = performance.now();
    const ours = await deps.prolong(sessions.map(({ lane }) => lane));
    for (const session of sessions) {
      const held = ours.get(session.lane.instanceId);
      if (!held) session.lose();
      else session.prolonged(fromMs);
      if (held?.paused) void session.stop();
    }
  }

  const confirm = (): void =>
    void beat().catch((error: unknown) =>
      deps.logger.warn('lane-leases.renewal-failed', { err: error }, 'The leases of lanes could not be renewed.'),
    );

  return {
    confirm,
    start() {
      heartbeat = setInterval(confirm, deps.heartbeatMs);
      claimAll();
    },
    wake(instanceIds) {
      for (const instanceId of instanceIds) {
        const session = running.get(instanceId);
        if (session) session.wake();
        else wanted.add(instanceId);
      }
      claimSoon();
    },
    begin(instanceId) {
      const sessions = instanceId === null ? [...running.values()] : [running.get(instanceId)];
      for (const session of sessions) void session?.stop();
    },
    async stop() {
      stopped = true;
      clearInterval(heartbeat);
      clearTimeout(poll);
      await claiming;
      await Promise.all([...running.values()].map((session) => session.stop()));
    },
    heldLanes: () => running.size,
    isCrowded: () => running.size >= deps.maxLanes,
  };
}
