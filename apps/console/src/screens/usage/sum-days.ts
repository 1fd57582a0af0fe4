import type { OutputOf } from '../../api/operations.ts';

export type UsageItem = OutputOf<'usage'>['items'][number];

export interface DaySum {
  day: string;
  messagesIn: number;
  messagesOut: number;
}

/** The messages of all channels by day, oldest first; days without any are left out. */
export function sumDays(items: readonly UsageItem[]): DaySum[] {
  const sums = new Map<string, DaySum>();
  for (const { day, messages_in, messages_out } of items) {
    const sum = sums.get(day) ?? { day, messagesIn: 0, messagesOut: 0 };
    sums.set(day, {
      day,
      messagesIn: sum.messagesIn + messages_in,
      messagesOut: sum.messagesOut + messages_out,
    });
  }
  return [...sums.values()].sort((a, b) => a.day.localeCompare(b.day));
}
