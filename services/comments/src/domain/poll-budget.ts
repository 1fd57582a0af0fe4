/** The poll has to end, and goes on where it stopped the next time. */
export class BudgetSpent extends Error {
  constructor() {
    super('A poll took its whole time.');
  }
}

/** What one poll may take from all the others. */
export interface PollBudget {
  /** Counts a call; throws {@link BudgetSpent} once the time is over. */
  take(): void;
  /** Whether nothing more is to be begun. */
  isSpent(): boolean;
}

/** `untilMs` since the epoch; calls of what has begun may go beyond `maxCalls`, never beyond the time. */
export function makeBudget(given: { maxCalls: number; untilMs: number; nowMs(): number }): PollBudget {
  let calls = 0;
  const isLate = (): boolean => given.nowMs() >= given.untilMs;
  return {
    take() {
      if (isLate()) throw new BudgetSpent();
      calls++;
    },
    isSpent: () => calls >= given.maxCalls || isLate(),
  };
}
