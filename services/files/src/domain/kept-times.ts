/**
 * How long an attempt may be silent before another worker takes the file: longer than a write of a piece
 * ({@link WRITING_MS}), so that two workers never write the same piece.
 */
export const LEASE_MS = 5 * 60_000;
/** Longer than any transaction may take: all messages below one of this age are committed. */
export const SETTLED_AFTER_MS = 60_000;
/** How often the bytes of all copies are summed up for the metrics. */
export const SUM_EVERY_MS = 600_000;
