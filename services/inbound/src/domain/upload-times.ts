const DAY_MS = 24 * 3_600_000;

/** For how long an uploaded file can be sent. */
export const SENDABLE_MS = 7 * DAY_MS;
/** When a file that no message has is removed. It is later than any send of it can begin. */
export const UNSENT_MS = 8 * DAY_MS;
/** No write of a piece is under way after this time: two tries of 10 s at the store, and the clocks of two replicas. */
export const WRITING_MS = 120_000;
