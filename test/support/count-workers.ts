import { availableParallelism, freemem } from 'node:os';
import { SLOWNESS } from '../../packages/testing/src/slowness.ts';

/** A worker grows to 1.2 GiB in a whole run, and some also start the product. */
const BYTES_EACH = 2 * 1024 ** 3;

/**
 * How many test files run concurrently. Tests spend most of their time waiting for a process, a retry or a lease, so
 * that `most` is more than the cores. On a slow machine they compute instead: more of them would not end earlier, and
 * each would be starved until its timeouts end.
 */
export const countWorkers = ({ most, least }: { most: number; least: number }): number =>
  Math.max(1, Math.min(Math.max(Math.round(most / SLOWNESS), least), Math.floor(freemem() / BYTES_EACH)));

/** The workers of a project that names no number. */
export const countDefaultWorkers = (): number => {
  const cores = availableParallelism();
  return countWorkers({ most: cores + 3, least: cores + 2 });
};
