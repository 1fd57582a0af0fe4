import { pollUntil } from '@parley/testing/poll-until';

/** Waits until `check` returns a value. */
export const until = <T>(
  check: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  what = 'what the test waits for',
): Promise<T> => pollUntil<T>(async () => (await check()) || null, { what: () => what });
