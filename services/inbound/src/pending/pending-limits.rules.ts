/** Per account. A number that another system also sends with has three receipts for each message of that system. */
export const PENDING_CAP = 10_000;
/** Per run; more wait for the next one. */
export const DROP_BATCH = 10_000;
