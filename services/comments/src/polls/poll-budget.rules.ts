/** The poll must end; the next one continues where it stopped. */
export class BudgetSpent extends Error {
  constructor() {
    super('A poll took its whole time.');
  }
}

/** Limits one poll, so that others get their turn. */
export interface PollBudget {
  /** Counts a call; throws {@link BudgetSpent} once the time has run out. */
  take(): void;
  /** Whether no new scan may start. */
  isSpent(): boolean;
}

/** `untilMs` since the epoch; a started scan may exceed `maxCalls`, never the time. */
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
