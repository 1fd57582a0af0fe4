export interface RunWhenDueOptions {
  /** When the next thing is due; null: nothing waits. One read, by an index. */
  findDue(): Promise<Date | null>;
  /** Does what is due; true when there is more to do at once. */
  run(): Promise<boolean>;
  now(): Date;
  /** After a run: what was due then, and is still, may be another worker's for the moment. */
  againMs: number;
}

/** The `run` of a duty that asks once whether anything is due, and when the next thing is, and sleeps until then. */
export function makeRunWhenDue({ findDue, run, now, againMs }: RunWhenDueOptions): () => Promise<boolean | number> {
  return async () => {
    const dueAt = await findDue();
    if (dueAt === null) return false;
    const inMs = dueAt.getTime() - now().getTime();
    if (inMs > 0) return inMs;
    return (await run()) || againMs;
  };
}
