export interface RunWhenDueOptions {
  /** When the next work is due; null when nothing waits. One query, by an index. */
  findDue(): Promise<Date | null>;
  /** Does the work that is due; returns true when there is more to do now. */
  run(): Promise<boolean>;
  now(): Date;
  /** Shortest pause after a run: work that is still due may be claimed by another worker at the moment. */
  againMs: number;
}

/** The `run` of a duty that asks once when the next work is due and sleeps until then. */
export function makeRunWhenDue({ findDue, run, now, againMs }: RunWhenDueOptions): () => Promise<boolean | number> {
  return async () => {
    const dueAt = await findDue();
    if (dueAt === null) return false;
    const inMs = dueAt.getTime() - now().getTime();
    if (inMs > 0) return inMs;
    return (await run()) || againMs;
  };
}
