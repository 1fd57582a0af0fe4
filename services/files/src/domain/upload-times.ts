const DAY_MS = 24 * 3_600_000;

/** When an unsent file is removed: later than any send of it can begin. */
export const UNSENT_MS = 8 * DAY_MS;
/** No write of a piece takes longer: two attempts of 10 s at the store, plus the clock skew of two replicas. */
export const WRITING_MS = 120_000;
