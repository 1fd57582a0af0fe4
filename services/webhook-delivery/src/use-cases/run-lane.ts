import type { Logger } from 'pino';
import { afterAttempt, inFlightCap, isSuccess, isWorrying, type LaneHealth } from '../domain/lane-health.ts';
import { nextWaitMs } from '../domain/retry-schedule.ts';
import type { Completion, DueDelivery } from '../storage/delivery-store.ts';
import type { ClaimedLane } from '../storage/lane-store.ts';
import type { AttemptDelivery, Attempted } from './attempt-delivery.ts';

export interface RunLaneDeps {
  readDue(lane: ClaimedLane, inHand: readonly string[], limit: number): Promise<DueDelivery[]>;
  attempt: AttemptDelivery;
  /** Resolves when it is committed; false when the lease is no longer ours. */
  complete(item: Completion): Promise<boolean>;
  saveHealth(lane: ClaimedLane, health: LaneHealth): Promise<void>;
  release(lane: ClaimedLane): Promise<void>;
  scheduleSeconds: readonly number[];
  inFlightCap: number;
  now(): Date;
  random(): number;
  logger: Logger;
  count(outcome: 'delivered' | 'retry' | 'failed', attempted: Attempted): void;
}

/** A lane that is being worked on. */
export interface RunningLane {
  lane: ClaimedLane;
  /** Something new may be due. */
  wake(): void;
  /** Starts nothing more; resolves when what is in flight has been stored and the lane is given back. */
  stop(): Promise<void>;
  finished: Promise<void>;
}

/** Rows read at once; more than the cap, so that a conversation in flight does not hold up the others. */
const READ_AHEAD = 64;
/** An empty lane is kept for a moment: the next event then costs no claim. */
const LINGER_MS = 2000;

/**
 * Works through one lane under its lease: in order, at most `inFlightCap` at once, and never two of a conversation, so
 * that first attempts keep their order. A dead or slow receiver holds up nobody but itself.
 */
export function runLane(lane: ClaimedLane, deps: RunLaneDeps): RunningLane {
  const inHand = new Map<string, DueDelivery>();
  const conversations = new Set<number>();
  let backlog: DueDelivery[] = [];
  let { health } = lane;
  let stopping = false;
  let lost = false;
  let dirty = true;
  let nudge: () => void = () => {};

  const complete = (delivery: DueDelivery, result: Attempted): Completion => {
    const made = delivery.attempt + 1;
    const gone = result.statusCode === 410;
    const waitMs = nextWaitMs(deps.scheduleSeconds, made, deps.random());
    const outcome = isSuccess(result.statusCode) ? 'delivered' : waitMs === null && !gone ? 'failed' : 'retry';
    // What a disabled webhook (410) did not take waits for it to be enabled, at once due.
    const dueMs = gone ? 0 : Math.max(waitMs ?? 0, result.retryAfterMs ?? 0);
    return {
      delivery_id: delivery.id,
      instance_id: lane.instanceId,
      claim_id: lane.claimId,
      outcome,
      attempt: gone ? delivery.attempt : made,
      due_at: outcome === 'retry' ? new Date(result.at.getTime() + dueMs).toISOString() : null,
      at: result.at.toISOString(),
      status_code: result.statusCode,
      latency_ms: result.latencyMs,
      error: result.error,
      response: result.response,
    };
  };

  async function keepHealth(next: LaneHealth): Promise<void> {
    const changed = next !== health && (next.consecutiveFailures > 0 || health.consecutiveFailures > 0);
    health = next;
    if (!changed) return;
    if (isWorrying(next, deps.now()))
      deps.logger.warn(
        { instance_id: lane.instanceId, failing_since: next.failingSince },
        'A webhook has failed for long; it will be disabled.',
      );
    if (next.pauseReason)
      deps.logger.warn(
        { instance_id: lane.instanceId, reason: next.pauseReason },
        'A webhook was disabled; its deliveries are kept.',
      );
    await deps.saveHealth(lane, next);
  }

  async function deliver(delivery: DueDelivery): Promise<void> {
    try {
      const result = await deps.attempt(delivery);
      const completion = complete(delivery, result);
      const stored = await deps.complete(completion);
      lost ||= !stored;
      if (stored) deps.count(completion.outcome, result);
      await keepHealth(afterAttempt(health, result, (deps.scheduleSeconds[0] ?? 1) * 1000, deps.now()));
    } catch (error) {
      // Not stored: the lease runs out, and the delivery is made again.
      lost = true;
      deps.logger.warn({ err: error, instance_id: lane.instanceId }, 'An attempt could not be stored.');
    } finally {
      inHand.delete(delivery.id);
      if (delivery.conversationId !== null) conversations.delete(delivery.conversationId);
      nudge();
    }
  }

  const mayGo = ({ conversationId }: DueDelivery): boolean =>
    conversationId === null || !conversations.has(conversationId);
  const isHeldBack = (): boolean =>
    health.pauseReason !== null || (health.resumeAt !== null && health.resumeAt > deps.now());

  function startWhatMayGo(): void {
    const cap = inFlightCap(health, deps.inFlightCap);
    const blocked = new Set<number>();
    const rest: DueDelivery[] = [];
    for (const delivery of backlog) {
      const { conversationId } = delivery;
      const waits = inHand.size >= cap || !mayGo(delivery) || (conversationId !== null && blocked.has(conversationId));
      if (waits) {
        if (conversationId !== null) blocked.add(conversationId);
        rest.push(delivery);
        continue;
      }
      inHand.set(delivery.id, delivery);
      if (conversationId !== null) conversations.add(conversationId);
      void deliver(delivery);
    }
    backlog = rest;
  }

  const pauseUntilNudged = (maxMs: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, maxMs);
      nudge = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function work(): Promise<void> {
    let emptySince: number | null = null;
    while (!stopping && !lost && !isHeldBack()) {
      if (backlog.length < deps.inFlightCap && dirty) {
        dirty = false;
        const due = await deps.readDue(lane, [...inHand.keys(), ...backlog.map(({ id }) => id)], READ_AHEAD);
        backlog.push(...due);
        // A full page says that there is more.
        dirty ||= due.length === READ_AHEAD;
      }
      startWhatMayGo();
      const idle = inHand.size === 0 && backlog.length === 0;
      if (!idle) emptySince = null;
      else if (dirty) continue;
      else if (emptySince === null) emptySince = performance.now();
      else if (performance.now() - emptySince >= LINGER_MS) return;
      await pauseUntilNudged(idle ? LINGER_MS : 1000);
      // Between hints the lane is looked through as often as the poll would.
      if (!idle) dirty = true;
    }
  }

  async function run(): Promise<void> {
    try {
      await work();
      while (inHand.size > 0) await pauseUntilNudged(1000);
      if (!lost) await deps.release(lane);
    } catch (error) {
      deps.logger.warn({ err: error, instance_id: lane.instanceId }, 'A lane was given up until its lease ends.');
      while (inHand.size > 0) await pauseUntilNudged(1000);
    }
  }

  const finished = run();
  return {
    lane,
    finished,
    wake() {
      dirty = true;
      nudge();
    },
    async stop() {
      stopping = true;
      nudge();
      await finished;
    },
  };
}
