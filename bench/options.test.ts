import { describe, expect, it } from 'vitest';
import { parseRows, readOptions } from './options.ts';

describe('parseRows', () => {
  it.each([
    ['10m', 10_000_000],
    ['250K', 250_000],
    ['1000', 1000],
  ])('reads %s', (text, rows) => {
    expect(parseRows(text)).toBe(rows);
  });

  it.each(['', '0', '1.5m', '10g', '-1', 'many'])('refuses "%s"', (text) => {
    expect(() => parseRows(text)).toThrow('--rows');
  });
});

describe('readOptions', () => {
  it('reads names and flags in any order', () => {
    expect(
      readOptions(['--cluster', 'send', '--rows', '10m', 'idle', '--quick', '--minutes', '30', '--data', '/data'], {}),
    ).toEqual({
      names: ['send', 'idle'],
      quick: true,
      cluster: true,
      platform: false,
      rows: 10_000_000,
      minutes: 30,
      dataDir: '/data',
    });
  });

  it('keeps filled databases outside the repository, or in PARLEY_BENCH_DATA', () => {
    expect(readOptions([], {}).dataDir).toMatch(/parley-bench-data$/);
    expect(readOptions([], { PARLEY_BENCH_DATA: '/kept' }).dataDir).toBe('/kept');
  });

  it('refuses an unknown flag', () => {
    expect(() => readOptions(['--fast'], {})).toThrow('--fast');
  });
});
