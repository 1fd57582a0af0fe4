const HOUR_MS = 3_600_000;

/** Hours that the operator's list of tenants adds up: the current one and those before it. */
const HOURS = 24;

const startOfHour = (at: Date): number => Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;

/** The start of the first hour that is added up. */
export const firstHour = (now: Date): Date => new Date(startOfHour(now) - (HOURS - 1) * HOUR_MS);

/** The end of the hours that may be counted: an hour after its end, nearly every receipt of its messages has come. */
export const countableUntil = (now: Date): Date => new Date(startOfHour(now) - HOUR_MS);
