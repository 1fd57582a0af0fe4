import type { home, listLedger } from '@parley/common/contracts/console/workspace';
import type { OutputOf } from '@parley/common/define-contract';

/** Messages of one day (UTC) and channel. */
export interface DayFigures {
  day: string;
  channel: string;
  messagesIn: number;
  messagesOut: number;
  messagesFailed: number;
}

/** The cost of the messages of one day (UTC) and channel: reservations without refunds. */
export interface DayCost {
  day: string;
  channel: string;
  /** A decimal. */
  cost: string;
}

/** Sent messages of one day (UTC), channel and key. */
export interface KeyFigures {
  day: string;
  channel: string;
  instanceId: string | null;
  label: string | null;
  messagesOut: number;
  messagesFailed: number;
}

/** Messages of one day (UTC) and category that Meta priced. */
export interface BilledFigures {
  day: string;
  category: string | null;
  messagesPriced: number;
  messagesBillable: number;
}

type LedgerView = OutputOf<typeof listLedger>['items'][number];
export type LedgerEntry = Omit<LedgerView, 'createdAt'> & { createdAt: Date };

export const toLedgerView = (entry: LedgerEntry): LedgerView => ({
  ...entry,
  createdAt: entry.createdAt.toISOString(),
});

const NO_COST = '0.000000';

/** The figures with their costs; null: not to be shown. */
export function withCosts(
  figures: readonly DayFigures[],
  costs: readonly DayCost[] | null,
): (DayFigures & { cost: string | null })[] {
  const byDay = new Map(costs?.map(({ day, channel, cost }) => [`${day} ${channel}`, cost]));
  return figures.map((row) => ({ ...row, cost: costs && (byDay.get(`${row.day} ${row.channel}`) ?? NO_COST) }));
}

const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;

export const weekBefore = (at: Date): Date => new Date(at.getTime() - WEEK_MS);

/** The start of a period of `days` days (UTC) that ends today. */
export const firstOf = (days: number, at: Date): Date =>
  new Date((Math.floor(at.getTime() / DAY_MS) - (days - 1)) * DAY_MS);

export const sumOf = (rows: readonly DayFigures[]): OutputOf<typeof home>['today'] => ({
  messagesIn: rows.reduce((total, row) => total + row.messagesIn, 0),
  messagesOut: rows.reduce((total, row) => total + row.messagesOut, 0),
  messagesFailed: rows.reduce((total, row) => total + row.messagesFailed, 0),
});
