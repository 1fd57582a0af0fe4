import { availableParallelism, freemem } from 'node:os';

/**
 * Tests spend most of their time waiting for a process, a retry or a lease: this many more than the cores keep two
 * cores busy.
 */
const MORE_THAN_CORES = 3;
/** A worker grows to 1.2 GiB in a whole run, and some also start the product. */
const BYTES_EACH = 2 * 1024 ** 3;

/** How many test files run concurrently on this machine. */
export const countWorkers = (): number =>
  Math.max(1, Math.min(availableParallelism() + MORE_THAN_CORES, Math.floor(freemem() / BYTES_EACH)));
