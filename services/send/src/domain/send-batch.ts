/**
 * Callers wait for their answers, so a batch waits only briefly, only while at least two more items are likely, and
 * only up to 16 items. Measured: at half of saturation the median latency falls from 15 to 11 ms. A batch that waits
 * for all callers makes them wait for each other at every step while the processor is idle: batches of 16 out of 32
 * callers give 20% more throughput.
 */
const GATHER = { gatherMs: 3, waitsFor: 2, gatherItems: 16 };

/** One batch at a time: measured faster than two or three, because waiting items share the next batch. */
export const SEND_BATCH = { maxItems: 64, maxConcurrent: 1, ...GATHER };
