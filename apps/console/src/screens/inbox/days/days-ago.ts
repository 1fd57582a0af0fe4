const DAY_MS = 86_400_000;

/** The same number for all times of a day of the reader's calendar, whose days may have 23 or 25 hours. */
const dayOf = (time: Date): number => Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / DAY_MS;

/** How many midnights have passed since an instant. */
export const daysAgo = (at: string, nowMs: number): number => dayOf(new Date(nowMs)) - dayOf(new Date(at));
