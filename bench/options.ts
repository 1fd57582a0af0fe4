import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Options of `npm run bench -- <names> [--quick] [--cluster] [--platform] [--rows 10m] [--minutes 30] [--data
 * <directory>]`.
 */
export interface BenchOptions {
  /** Benches by name; empty: all. */
  names: string[];
  /** One short round that only shows that everything runs; its figures mean nothing. */
  quick: boolean;
  /** Parley as `npm run cluster` runs it, with NATS between its processes. */
  cluster: boolean;
  /** With a platform webhook of the deployment, which gets every event. */
  platform: boolean;
  /** Messages in the tables before the measurement; null: empty tables. */
  rows: number | null;
  /** How long the memory of a page of the console is measured. */
  minutes: number;
  /** The directory in which filled databases are kept between runs. */
  dataDir: string;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 };

/** Parses `10m`, `250k` or `1000`; throws for anything else. */
export function parseRows(text: string): number {
  const [, digits, unit] = /^([1-9]\d{0,8})([km]?)$/i.exec(text) ?? [];
  const factor = UNITS[unit?.toLowerCase() ?? ''];
  if (digits === undefined || factor === undefined) throw new Error(`--rows takes a number such as 10m, not ${text}.`);
  return Number(digits) * factor;
}

function parseMinutes(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error(`--minutes takes a whole number, not ${text}.`);
  return Number(text);
}

/** Reads the command line; `PARLEY_BENCH_DATA` replaces `--data`. */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      cluster: { type: 'boolean', default: false },
      platform: { type: 'boolean', default: false },
      rows: { type: 'string' },
      minutes: { type: 'string', default: '1' },
      data: { type: 'string' },
    },
  });
  return {
    names: positionals,
    quick: values.quick,
    cluster: values.cluster,
    platform: values.platform,
    rows: values.rows === undefined ? null : parseRows(values.rows),
    minutes: parseMinutes(values.minutes),
    dataDir: values.data || environment.PARLEY_BENCH_DATA || join(tmpdir(), 'parley-bench-data'),
  };
}

/** Durations of the measurements. */
export interface Durations {
  rounds: number;
  warmUpSeconds: number;
  /** At the lowest rate, after the warm-up at saturation. */
  lowRateWarmUpSeconds: number;
  saturationSeconds: number;
  openLoopSeconds: number;
  idleSeconds: number;
}

export const durationsOf = ({ quick }: Pick<BenchOptions, 'quick'>): Durations =>
  quick
    ? { rounds: 1, warmUpSeconds: 1, lowRateWarmUpSeconds: 1, saturationSeconds: 2, openLoopSeconds: 2, idleSeconds: 5 }
    : {
        rounds: 3,
        warmUpSeconds: 4,
        lowRateWarmUpSeconds: 60,
        saturationSeconds: 8,
        openLoopSeconds: 10,
        idleSeconds: 30,
      };
