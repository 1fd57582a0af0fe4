import { mayRestart } from '../domain/decide-turn.ts';
import type { Claim, Held, RenewedTurn } from '../storage/turn-store.ts';
import type { RunTurn } from './run-turn.ts';

export interface RunTurnsDeps {
  claim(given: { now: Date; until: Date; count: number }): Promise<Claim[]>;
  renew(held: readonly Held[], until: Date): Promise<RenewedTurn[]>;
  release(held: Held, dueAt: Date): Promise<void>;
  runTurn: RunTurn;
  /** Called for a turn that cannot run because the database or the bus is down. */
  report(error: unknown, claim: Claim): void;
  now(): Date;
}

/** Concurrent turns of one process: each spends most of its time waiting for a model. */
export const MAX_RUNNING = 256;
const BATCH = 64;
/** Another worker takes over from a dead one after this time. */
export const LEASE_MS = 15_000;
const AGAIN_MS = 2000;

interface Running {
  claim: Claim;
  abort: AbortController;
  done: Promise<void>;
}

/**
 * Runs due turns concurrently, each under a lease that is renewed while it runs. A turn stops generating when another
 * message arrives, a person intervenes, or its lease is lost.
 */
export function makeRunTurns(deps: RunTurnsDeps) {
  const running = new Map<string, Running>();
  let wake = (): void => {};
  const idle = async (): Promise<void> => {
    await Promise.all([...running.values()].map(({ done }) => done));
  };
  const until = (): Date => new Date(deps.now().getTime() + LEASE_MS);

  async function run(claim: Claim, signal: AbortSignal): Promise<void> {
    try {
      await deps.runTurn(claim, signal);
    } catch (error) {
      deps.report(error, claim);
      // If the release fails too, the lease expires.
      await deps.release(claim.turn, new Date(deps.now().getTime() + AGAIN_MS)).catch(() => {});
    }
  }

  function start(claim: Claim): void {
    const abort = new AbortController();
    const { id } = claim.turn;
    const done = run(claim, abort.signal).finally(() => {
      if (running.get(id)?.claim === claim) running.delete(id);
      wake();
    });
    running.set(id, { claim, abort, done });
  }

  return {
    /** Starts due turns; true when more may be waiting. */
    async runDue(): Promise<boolean> {
      const count = Math.min(BATCH, MAX_RUNNING - running.size);
      if (count <= 0) return false;
      const claims = await deps.claim({ now: deps.now(), until: until(), count });
      for (const claim of claims) start(claim);
      return claims.length === count;
    },
    /** Renews the leases of running turns. */
    async renew(): Promise<boolean> {
      if (running.size === 0) return false;
      const held = [...running.values()].map(({ claim }) => claim.turn);
      const renewed = new Map((await deps.renew(held, until())).map((turn) => [turn.id, turn]));
      for (const { id, triggerMessageId, leaseToken, attempt } of held) {
        const turn = renewed.get(id);
        const one = running.get(id);
        if (one?.claim.turn.leaseToken !== leaseToken) continue;
        const isOutdated = turn?.triggerMessageId !== triggerMessageId && mayRestart({ attempt });
        if (!turn?.isCurrent || isOutdated) one.abort.abort();
      }
      return false;
    },
    /** Registers a callback that runs when a slot is free. */
    onFree(given: () => void): void {
      wake = given;
    },
    /**
     * Releases running turns for other workers; resolves when none is left. A message that is being sent is finished.
     */
    async close(): Promise<void> {
      for (const { abort } of running.values()) abort.abort();
      await idle();
    },
    /** Resolves when nothing runs. */
    idle,
  };
}
