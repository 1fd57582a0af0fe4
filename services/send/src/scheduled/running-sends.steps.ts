import { makeBoundedMap } from '@parley/runtime/bounded-map';
import { makeWake } from '@parley/runtime/turns/make-wake';
import type { DueSend, QueueKey } from './scheduled-send.rules.ts';
import { PROCESS_SLOTS, type SlotsInUse } from './share-slots.rules.ts';

/** Accounts whose pause is remembered. */
const PAUSED_MAX = 10_000;

type Sending = Pick<DueSend, 'tenantId'> & { account: Pick<DueSend['account'], 'id'> };

function change(counts: Map<number, number>, key: number, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

/** The scheduled messages that this process is sending, and the accounts that a platform asked to wait. */
export class RunningSends {
  readonly #byTenant = new Map<number, number>();
  readonly #byAccount = new Map<number, number>();
  readonly #running = new Set<Promise<void>>();
  readonly #paused = makeBoundedMap<number, Date>(PAUSED_MAX);
  /** Called when a slot is free. */
  readonly freed = makeWake();
  /** The scan of the queues continues after this one. */
  lastQueue: QueueKey = { tenantId: 0, accountId: 0 };

  get inUse(): SlotsInUse {
    return { byTenant: this.#byTenant, byAccount: this.#byAccount, total: this.#running.size };
  }

  get isFull(): boolean {
    return this.#running.size >= PROCESS_SLOTS;
  }

  /** Starts a send; `run` does not reject. */
  start({ tenantId, account }: Sending, run: () => Promise<void>): void {
    change(this.#byTenant, tenantId, 1);
    change(this.#byAccount, account.id, 1);
    const done = run().finally(() => {
      change(this.#byTenant, tenantId, -1);
      change(this.#byAccount, account.id, -1);
      this.#running.delete(done);
      this.freed();
    });
    this.#running.add(done);
  }

  /** Takes no message of the account before this moment. */
  pause(accountId: number, until: Date): void {
    const known = this.#paused.get(accountId);
    if (!known || known < until) this.#paused.set(accountId, until);
  }

  isPaused(accountId: number, now: Date): boolean {
    const until = this.#paused.get(accountId);
    if (!until) return false;
    if (until > now) return true;
    this.#paused.delete(accountId);
    return false;
  }

  /** Resolves when nothing runs. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
