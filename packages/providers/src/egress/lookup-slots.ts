/** Limits of running look-ups, in total and for each key, and of waiting ones. */
export interface SlotLimits {
  total: number;
  perKey: number;
  /** Maximum number of waiting look-ups; a further one is refused at once. */
  waitingPerKey: number;
  waiting: number;
}

interface Waiting {
  key: string;
  start(): void;
}

/**
 * Fairly shared slots: a key at its own limit waits only for its own slots; others are served in order, skipping keys at
 * their limit.
 */
export class LookupSlots {
  readonly #limits: SlotLimits;
  readonly #held = new Map<string, number>();
  readonly #waitingOf = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #total = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /**
   * Resolves with true when it holds a slot, to be freed by `release`; with false after `withinMs`, or at once when too
   * many wait.
   */
  async acquire(key: string, withinMs: number): Promise<boolean> {
    if (this.#take(key)) return true;
    const waiting = this.#waitingOf.get(key) ?? 0;
    if (waiting >= this.#limits.waitingPerKey || this.#waiting.size >= this.#limits.waiting) return false;
    this.#waitingOf.set(key, waiting + 1);
    return new Promise<boolean>((resolve) => {
      const settle = (taken: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(one);
        subtract(this.#waitingOf, key);
        resolve(taken);
      };
      const one: Waiting = { key, start: () => settle(true) };
      const timer = setTimeout(() => settle(false), withinMs);
      this.#waiting.add(one);
    });
  }

  release(key: string): void {
    this.#total--;
    subtract(this.#held, key);
    for (const one of this.#waiting) {
      if (this.#total >= this.#limits.total) return;
      if (this.#take(one.key)) one.start();
    }
  }

  /** Whether a key is at its own limit, so that a refusal is caused by the key itself. */
  isFull(key: string): boolean {
    return (this.#held.get(key) ?? 0) >= this.#limits.perKey;
  }

  #take(key: string): boolean {
    if (this.isFull(key) || this.#total >= this.#limits.total) return false;
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
    this.#total++;
    return true;
  }
}

function subtract(counts: Map<string, number>, key: string): void {
  const left = (counts.get(key) ?? 0) - 1;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}
