/** More than this is a machine that is stuck, not slow. */
const MOST = 4;

/**
 * How many times the usual CPU the same work takes on this machine, as CI has measured it (docs/tests.md#a-slow-machine): from 1
 * to 4. Deadlines that only recognize what is stuck are multiplied by it.
 */
export const SLOWNESS = Math.min(Math.max(Number(process.env.PARLEY_TEST_SLOWNESS) || 1, 1), MOST);
