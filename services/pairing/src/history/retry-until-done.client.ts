import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5000;

export interface RetryOptions {
  /** Whether the next attempt may begin. */
  mayTry(): boolean;
  /** Called before the pause that precedes the next attempt. */
  onFailed(error: unknown): void;
}

/**
 * Repeats the work with exponential backoff until it succeeds. `tries` is the number of the attempt, from 1. Returns
 * the result; undefined when no further attempt may begin.
 */
export async function retryUntilDone<T>(
  work: (tries: number) => Promise<T>,
  { mayTry, onFailed }: RetryOptions,
): Promise<T | undefined> {
  let pauseMs = FIRST_PAUSE_MS;
  for (let tries = 1; mayTry(); tries++) {
    try {
      return await work(tries);
    } catch (error) {
      onFailed(error);
      await pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    }
  }
  return undefined;
}
