/** Longer than a call and its tools may take: after this its process is dead. */
const GONE_MS = 5 * 60_000;

/**
 * Marks model calls whose process died before it learned their cost (docs/reference/bot-replies.md#turns). Returns
 * false: there is never more to do at once.
 */
export const makeInterruptUsage =
  ({ interruptUsage, now }: { interruptUsage(given: { before: Date; now: Date }): Promise<number>; now(): Date }) =>
  async (): Promise<boolean> => {
    const at = now();
    await interruptUsage({ before: new Date(at.getTime() - GONE_MS), now: at });
    return false;
  };
