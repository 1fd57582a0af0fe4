import type { PollBudget } from '../domain/poll-budget.ts';
import type { CommentsService } from '../service.ts';

/** The app may make ten calls a second (docs/reference/tt.md#errors); the rest is reserved for replies. */
const CALLS_PER_SECOND = 9;

/**
 * Resolves when the app's rate limit, which all accounts and replicas share, allows a poll's next call; returns the
 * wait in ms. Throws {@link BudgetSpent} once the poll's time has run out.
 */
export async function waitForTurn(
  { takeTurn, wait }: Pick<CommentsService, 'takeTurn' | 'wait'>,
  budget: PollBudget,
): Promise<number> {
  budget.take();
  const waitMs = await takeTurn(1000 / CALLS_PER_SECOND);
  if (waitMs > 0) await wait(waitMs);
  return waitMs;
}
