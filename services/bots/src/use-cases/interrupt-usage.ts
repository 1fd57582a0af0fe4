/** Longer than a call and its tools may take: its process is gone. */
const GONE_MS = 5 * 60_000;

/** Marks calls of models whose process died before it learned what they cost (docs/reference/bot-replies.md#turns). Returns false: there is no more to do at once. */
export const makeInterruptUsage =
  ({ interruptUsage, now }: { interruptUsage(given: { before: Date; now: Date }): Promise<number>; now(): Date }) =>
  async (): Promise<boolean> => {
    const at = now();
    await interruptUsage({ before: new Date(at.getTime() - GONE_MS), now: at });
    return false;
  };
