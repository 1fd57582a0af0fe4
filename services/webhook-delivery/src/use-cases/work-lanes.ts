import { makeId } from '@parley/common/ids';
import type { Logger } from 'pino';
import type { ClaimedLane } from '../storage/lane-store.ts';
import type { RunningLane } from './run-lane.ts';

export interface WorkLanesDeps {
  claim(claimId: string, held: readonly string[], limit: number): Promise<ClaimedLane[]>;
  prolong(lanes: readonly ClaimedLane[]): Promise<Set<string>>;
  run(lane: ClaimedLane): RunningLane;
  maxLanes: number;
  pollMs: number;
  heartbeatMs: number;
  logger: Logger;
  countExpired(): void;
}

/** Claims due lanes and runs them side by side. */
export interface LaneWorker {
  start(): void;
  /** These keys have something due: their lanes are looked at now. */
  wake(instanceIds: readonly string[]): void;
  /** Finishes what is in flight and gives every lane back. */
  stop(): Promise<void>;
  heldLanes(): number;
}

/** A worker of lanes: hints wake it, and a poll stands behind them (webhook-delivery.md, Promise). */
export function makeLaneWorker(deps: WorkLanesDeps): LaneWorker {
  const running = new Map<string, RunningLane>();
  let stopped = false;
  let claiming: Promise<void> | null = null;
  let again = false;
  let timers: NodeJS.Timeout[] = [];

  function begin(lane: ClaimedLane): void {
    if (lane.expired) deps.countExpired();
    const session = deps.run(lane);
    running.set(lane.instanceId, session);
    void session.finished.then(() => {
      running.delete(lane.instanceId);
      // What became due while the lane was being given back.
      claimSoon();
    });
  }

  async function claim(): Promise<void> {
    const room = deps.maxLanes - running.size;
    if (room <= 0) return;
    for (const lane of await deps.claim(makeId('clm'), [...running.keys()], room)) begin(lane);
  }

  function claimSoon(): void {
    if (stopped) return;
    if (claiming) {
      again = true;
      return;
    }
    claiming = claim()
      .catch((error: unknown) =>
        deps.logger.warn({ err: error }, 'Lanes could not be claimed; the next poll tries again.'),
      )
      .finally(() => {
        claiming = null;
        if (again) {
          again = false;
          claimSoon();
        }
      });
  }

  async function beat(): Promise<void> {
    const lanes = [...running.values()].map(({ lane }) => lane);
    if (lanes.length > 0) await deps.prolong(lanes);
  }

  return {
    start() {
      const poll = setInterval(() => {
        for (const session of running.values()) session.wake();
        claimSoon();
      }, deps.pollMs);
      const heartbeat = setInterval(() => {
        beat().catch((error: unknown) => deps.logger.warn({ err: error }, 'The leases could not be prolonged.'));
      }, deps.heartbeatMs);
      timers = [poll, heartbeat];
      claimSoon();
    },
    wake(instanceIds) {
      let unclaimed = false;
      for (const instanceId of instanceIds) {
        const session = running.get(instanceId);
        if (session) session.wake();
        else unclaimed = true;
      }
      if (unclaimed) claimSoon();
    },
    async stop() {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      await claiming;
      await Promise.all([...running.values()].map((session) => session.stop()));
    },
    heldLanes: () => running.size,
  };
}
