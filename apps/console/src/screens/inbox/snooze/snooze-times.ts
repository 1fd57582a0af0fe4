const HOUR_MS = 3_600_000;
const LATER_HOURS = 3;
const MORNING_HOUR = 9;

/** The morning after this many days, in the browser's time zone. */
function morningAfter(nowMs: number, days: number): number {
  const at = new Date(nowMs);
  at.setDate(at.getDate() + days);
  return at.setHours(MORNING_HOUR, 0, 0, 0);
}

/** Days from a day to the next first working day; a week where it is that day. */
const daysTo = (workday: number, day: number): number => ((workday - day + 6) % 7) + 1;

export interface SnoozeTimes {
  /** At a full hour; null where it would be another day. */
  later: number | null;
  tomorrow: number;
  nextWeek: number;
}

/** Times to snooze until. `firstWorkday`: 0 is Sunday. */
export function snoozeTimes(nowMs: number, firstWorkday: number): SnoozeTimes {
  const later = new Date(nowMs + LATER_HOURS * HOUR_MS);
  if (later.getMinutes() + later.getSeconds() + later.getMilliseconds() > 0)
    later.setHours(later.getHours() + 1, 0, 0, 0);
  const now = new Date(nowMs);
  return {
    later: later.getDate() === now.getDate() ? later.getTime() : null,
    tomorrow: morningAfter(nowMs, 1),
    nextWeek: morningAfter(nowMs, daysTo(firstWorkday, now.getDay())),
  };
}
