import type { OutputOf } from '../../api/operations.ts';

export type UsageItem = OutputOf<'usage'>['items'][number];

/** The messages of one channel on one day. */
export interface Part {
  channel: string;
  count: number;
  /** Messages of the channels below it. */
  from: number;
}

/** A day with its channels on top of each other; no parts: no messages. */
export interface StackedDay {
  day: string;
  total: number;
  parts: readonly Part[];
}

const DAY_MS = 24 * 3_600_000;

/** The days (UTC) until today, oldest first, each with the channels in the given order. */
export function stackDays(
  items: readonly UsageItem[],
  { days, today, channels }: { days: number; today: string; channels: readonly string[] },
): StackedDay[] {
  const counts = new Map(
    items.map(({ day, channel, messages_in, messages_out }) => [`${day} ${channel}`, messages_in + messages_out]),
  );
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(Date.parse(today) - (days - 1 - index) * DAY_MS).toISOString().slice(0, today.length);
    let total = 0;
    const parts: Part[] = [];
    for (const channel of channels) {
      const count = counts.get(`${day} ${channel}`) ?? 0;
      if (count > 0) parts.push({ channel, count, from: total });
      total += count;
    }
    return { day, total, parts };
  });
}
