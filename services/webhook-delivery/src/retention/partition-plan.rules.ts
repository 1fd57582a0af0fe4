import { dateOf, firstOfDay } from '@parley/common/values/day-number';

/** Tables with daily partitions, and the type of their bounds. */
export const DAILY_TABLES = { events: 'number', delivery_log: 'number', delivery_attempts: 'time' } as const;
export type DailyTable = keyof typeof DAILY_TABLES;

export interface Partition {
  table: DailyTable;
  /** `<table>_<yyyymmdd>`. */
  name: string;
  day: number;
  from: string;
  to: string;
}

export interface PartitionDays {
  /** Days since 1970-01-01 (UTC). */
  today: number;
  daysAhead: number;
  keepDays: number;
  /** Names of existing partitions of all tables. */
  existing: readonly string[];
}

const NAME = /^(events|delivery_log|delivery_attempts)_(\d{4})(\d{2})(\d{2})$/;
const tables = Object.keys(DAILY_TABLES) as DailyTable[]; // safe: the object's own keys

function partitionOf(table: DailyTable, day: number): Partition {
  const bound = (of: number): string =>
    DAILY_TABLES[table] === 'number' ? firstOfDay(of) : `${dateOf(of)} 00:00:00+00`;
  return { table, day, name: `${table}_${dateOf(day).replaceAll('-', '')}`, from: bound(day), to: bound(day + 1) };
}

function parseName(name: string): Partition | null {
  const [, table, year, month, date] = NAME.exec(name) ?? [];
  const known = tables.find((candidate) => candidate === table);
  return known ? partitionOf(known, Date.parse(`${year}-${month}-${date}T00:00:00Z`) / 86_400_000) : null;
}

/** Missing partitions of today and the days ahead, and those past retention. */
export function findDueChanges({ today, daysAhead, keepDays, existing }: PartitionDays): {
  missing: Partition[];
  past: Partition[];
} {
  const names = new Set(existing);
  const ahead = Array.from({ length: daysAhead + 1 }, (_, n) => today + n);
  return {
    missing: tables
      .flatMap((table) => ahead.map((day) => partitionOf(table, day)))
      .filter(({ name }) => !names.has(name)),
    past: existing.flatMap((name) => parseName(name) ?? []).filter(({ day }) => day < today - keepDays),
  };
}

export interface PartitionFacts {
  /** Missing days whose rows are already in the default partition. */
  begun: ReadonlySet<string>;
  /** Days of events that deliveries still wait for. */
  awaitedDays: ReadonlySet<number>;
}

/**
 * Plans which partitions to create and to drop. A day with rows in the default partition stays there until its
 * retention ends; a day of events that a waiting delivery (of a paused webhook) still needs is kept.
 */
export function planPartitions(
  { missing, past }: ReturnType<typeof findDueChanges>,
  { begun, awaitedDays }: PartitionFacts,
): { make: Partition[]; drop: Partition[] } {
  return {
    make: missing.filter(({ name }) => !begun.has(name)),
    drop: past.filter(({ table, day }) => table !== 'events' || !awaitedDays.has(day)),
  };
}
