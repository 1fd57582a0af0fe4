import { mayRestart } from '../domain/decide-turn.ts';
import type { Claim, Held, RenewedTurn } from '../storage/turn-store.ts';
import type { RunTurn } from './run-turn.ts';

export interface RunTurnsDeps {
  claim(given: { now: Date; until: Date; count: number }): Promise<Claim[]>;
  renew(held: readonly Held[], until: Date): Promise<RenewedTurn[]>;
  release(held: Held, dueAt: Date): Promise<void>;
  runTurn: RunTurn;
  /** Told of a turn that could not be run, because the database or the bus is away. */
  report(error: unknown, claim: Claim): void;
  now(): Date;
}

/** Turns of one process at a time: each waits for a model most of its time. */
export const MAX_RUNNING = 256;
const BATCH = 64;
/** A worker that dies is followed after this long. */
export const LEASE_MS = 15_000;
const AGAIN_MS = 2000;

interface Running {
  claim: Claim;
  abort: AbortController;
  done: Promise<void>;
}

/**
 * Runs turns that are due, many at a time, each under a lease that is renewed while it runs. A turn that got another message, in
 * which a person stepped in or whose lease is lost stops generating.
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
      // Where even that fails, its lease ends.
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
    /** Starts what is due; true when more may be waiting. */
    async runDue(): Promise<boolean> {
      const count = Math.min(BATCH, MAX_RUNNING - running.size);
      if (count <= 0) return false;
      const claims = await deps.claim({ now: deps.now(), until: until(), count });
      for (const claim of claims) start(claim);
      return claims.length === count;
    },
    /** Renews the leases of what runs. */
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
    /** A place is free: what was due waits no longer. */
    onFree(given: () => void): void {
      wake = given;
    },
    /** Gives back what runs, for another worker; resolves when nothing does. What is being sent is sent. */
    async close(): Promise<void> {
      for (const { abort } of running.values()) abort.abort();
      await idle();
    },
    /** Resolves when nothing runs. */
    idle,
  };
}
