import { makeId } from '@parley/common/ids';
import type { Logger } from 'pino';
import type { ClaimedLane } from '../domain/lane-health.ts';
import type { ClaimLanes } from './claim-lanes.ts';
import type { RunningLane } from './run-lane.ts';

export interface WorkLanesDeps {
  claim: ClaimLanes;
  /** Prolongs the leases that are still ours; returns those instances, and whether somebody paused them. */
  prolong(lanes: readonly ClaimedLane[]): Promise<Map<string, { paused: boolean }>>;
  run(lane: ClaimedLane, claimedAtMs: number): RunningLane;
  maxLanes: number;
  /** Between two looks at all lanes: the shortest while something waits, the longest while nothing does. */
  pollMs: { shortest: number; longest: number };
  heartbeatMs: number;
  logger: Logger;
  countExpired(): void;
}

/** Claims due lanes and runs them side by side. */
export interface LaneWorker {
  start(): void;
  /** These keys have something due: their lanes are looked at now. */
  wake(instanceIds: readonly string[]): void;
  /** This key, or every one, changed: its lane is given back and begun anew, with nothing read before. */
  begin(instanceId: string | null): void;
  /** Others may have taken lanes of this worker: what it holds is prolonged now, or given up. */
  confirm(): void;
  /** Finishes what is in flight and gives every lane back. */
  stop(): Promise<void>;
  heldLanes(): number;
  /** Whether it holds as many lanes as it can. */
  isCrowded(): boolean;
}

/** A worker of lanes: hints wake it, and a poll stands behind them (docs/reference/webhook-delivery.md#promise). */
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
      // What became due while the lane was being given back.
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
        deps.logger.warn({ err: error }, 'Lanes could not be claimed; the next poll tries again.');
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

  /** Looks at all lanes in so many milliseconds, within the bounds, unless a look comes sooner. */
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
    void beat().catch((error: unknown) => deps.logger.warn({ err: error }, 'The leases could not be prolonged.'));

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
