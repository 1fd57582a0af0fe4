import { makeWake } from '@parley/runtime/turns/make-wake';
import type { ClaimedTurn } from './decide-turn.rules.ts';
import type { Claim, Held } from './turn.rules.ts';

interface Running {
  turn: ClaimedTurn;
  abort: AbortController;
  done: Promise<void>;
}

/** The turns that this process runs. */
export class RunningTurns {
  readonly #running = new Map<string, Running>();
  /** Called when a slot is free. */
  readonly freed = makeWake();

  get size(): number {
    return this.#running.size;
  }

  /** Tenants with at least so many running turns. */
  tenantsWith(turns: number): number[] {
    const counts = new Map<number, number>();
    for (const { turn } of this.#running.values()) counts.set(turn.tenantId, (counts.get(turn.tenantId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= turns).map(([tenantId]) => tenantId);
  }

  get held(): ClaimedTurn[] {
    return [...this.#running.values()].map(({ turn }) => turn);
  }

  /** Starts a turn; `run` does not reject. The signal aborts the model call. */
  start({ turn }: Claim, run: (signal: AbortSignal) => Promise<void>): void {
    const abort = new AbortController();
    const done = run(abort.signal).finally(() => {
      if (this.#running.get(turn.id)?.turn === turn) this.#running.delete(turn.id);
      this.freed();
    });
    this.#running.set(turn.id, { turn, abort, done });
  }

  /** Aborts a turn, unless it runs under another lease by now. */
  abort({ id, leaseToken }: Held): void {
    const running = this.#running.get(id);
    if (running?.turn.leaseToken === leaseToken) running.abort.abort();
  }

  /** Resolves when nothing runs. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  /** Releases running turns for other workers; resolves when none is left. A message that is being sent is finished. */
  async close(): Promise<void> {
    for (const { abort } of this.#running.values()) abort.abort();
    await this.idle();
  }
}
