import { describe, expect, test } from 'vitest';
import { findDueChanges, planPartitions } from './partition-plan.rules.ts';

/** 2026-03-01. */
const TODAY = Date.parse('2026-03-01T00:00:00Z') / 86_400_000;
const ahead = (table: string): string[] => ['20260301', '20260302'].map((day) => `${table}_${day}`);
const ALL = ['events', 'delivery_log', 'delivery_attempts'].flatMap(ahead);
const days = { today: TODAY, daysAhead: 1, keepDays: 30 };
const NOTHING = { begun: new Set<string>(), awaitedDays: new Set<number>() };
const names = (partitions: readonly { name: string }[]): string[] => partitions.map(({ name }) => name);

describe('days', () => {
  test('a new database gets today and the days ahead, of every table, in UTC days', () => {
    const { missing, past } = findDueChanges({ ...days, existing: ['events_default'] });
    expect(names(missing)).toEqual(ALL);
    expect(past).toEqual([]);
    expect(missing.find(({ name }) => name === 'delivery_attempts_20260301')).toMatchObject({
      from: '2026-03-01 00:00:00+00',
      to: '2026-03-02 00:00:00+00',
    });
    expect(missing.find(({ name }) => name === 'events_20260301')).toMatchObject({
      from: (BigInt(TODAY) << 40n).toString(),
      to: (BigInt(TODAY + 1) << 40n).toString(),
    });
  });

  test('existing days are not made again', () => {
    expect(findDueChanges({ ...days, existing: ALL })).toEqual({ missing: [], past: [] });
  });

  test.each<[string, string, boolean]>([
    ['30 days ago', 'events_20260130', false],
    ['31 days ago', 'events_20260129', true],
    ['of the log, 31 days ago', 'delivery_log_20260129', true],
    ['of attempts, 31 days ago', 'delivery_attempts_20260129', true],
    ['of another table', 'messages_20200101', false],
    ['with a name that is no day', 'events_2020010', false],
    ['the default one', 'events_default', false],
  ])('a partition of %s', (_, name, isPast) => {
    expect(names(findDueChanges({ ...days, existing: [...ALL, name] }).past)).toEqual(isPast ? [name] : []);
  });
});

describe('the plan', () => {
  const due = findDueChanges({ ...days, existing: ['events_20260129', 'events_20260128', 'delivery_log_20260129'] });

  test('all missing partitions are made, all past ones are dropped', () => {
    expect(names(planPartitions(due, NOTHING).make)).toEqual(ALL);
    expect(names(planPartitions(due, NOTHING).drop)).toEqual([
      'events_20260129',
      'events_20260128',
      'delivery_log_20260129',
    ]);
  });

  test('a day that began in the default partition is not made', () => {
    const { make } = planPartitions(due, { ...NOTHING, begun: new Set(['events_20260301']) });
    expect(names(make)).toEqual(ALL.filter((name) => name !== 'events_20260301'));
  });

  test('a day whose events have a waiting delivery stays, and its ended deliveries are dropped', () => {
    const { drop } = planPartitions(due, { ...NOTHING, awaitedDays: new Set([TODAY - 31]) });
    expect(names(drop)).toEqual(['events_20260128', 'delivery_log_20260129']);
  });
});
