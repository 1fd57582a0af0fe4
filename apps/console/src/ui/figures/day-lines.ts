import type { OutputOf } from '../../api/operations.ts';

type Usage = OutputOf<'usage'>['items'][number];
type Item = Pick<Usage, 'day' | 'messages_in' | 'messages_out' | 'messages_failed'> & Partial<Pick<Usage, 'cost'>>;

/** The figures of a workspace that have a line. */
export const LINES = ['messages_in', 'messages_out', 'messages_failed', 'cost'] as const;

const DAY_MS = 24 * 3_600_000;
const DATE_LENGTH = '2026-01-02'.length;

/** The sums of each figure by day (UTC) over all channels, until today, oldest first. A day without messages has 0. */
export function dayLines(
  items: readonly Item[],
  { days, now }: { days: number; now: number },
): Record<(typeof LINES)[number], number[]> {
  const lines = {
    messages_in: new Array<number>(days).fill(0),
    messages_out: new Array<number>(days).fill(0),
    messages_failed: new Array<number>(days).fill(0),
    cost: new Array<number>(days).fill(0),
  };
  const places = new Map(
    Array.from({ length: days }, (_, place) => [
      new Date(now - (days - 1 - place) * DAY_MS).toISOString().slice(0, DATE_LENGTH),
      place,
    ]),
  );
  for (const item of items) {
    const place = places.get(item.day);
    if (place === undefined) continue;
    for (const name of LINES) lines[name][place] = (lines[name][place] ?? 0) + Number(item[name] ?? 0);
  }
  return lines;
}

/** The sum of a line. */
export const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);
