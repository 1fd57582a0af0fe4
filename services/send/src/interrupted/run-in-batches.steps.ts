/** Maximum batches of one run: the rest waits for the next one. */
const MAX_BATCHES = 20;

/** Runs batches until one is not full; returns how many rows they had in all. */
export async function runInBatches(limit: number, runBatch: () => Promise<number>): Promise<number> {
  let all = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const count = await runBatch();
    all += count;
    if (count < limit) break;
  }
  return all;
}
