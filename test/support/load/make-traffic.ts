import { setTimeout as pause } from 'node:timers/promises';
import { pollUntil } from '@parley/testing/poll-until';
import { onTestFinished } from 'vitest';

/** Lines of messages that run in the background of a test until it stops them. */
export interface Traffic {
  start(lines: readonly Promise<void>[]): void;
  /** Whether a stop was requested: a line then starts no further message. */
  isStopping(): boolean;
  /**
   * Retries until there is an answer; null once the test has ended. It has no deadline: the test's waits, and `stop`,
   * fail if nothing progresses.
   */
  retry<Answer>(ask: () => Promise<Answer | null>, everyMs: number): Promise<Answer | null>;
  /** Waits until every line has ended; throws a line's error. */
  stop(): Promise<void>;
}

/** Timeout without any progress. */
const STOPS_WITHIN_MS = 90_000;

/**
 * Makes traffic that also ends with the test, so that a failed test does not leave it running. `open` names the
 * requests that it still waits for.
 */
export function makeTraffic(open: () => string): Traffic {
  let stopping = false;
  let isTestOver = false;
  let areAllEnded = false;
  let ended: Promise<unknown> = Promise.resolve();
  onTestFinished(() => {
    stopping = true;
    isTestOver = true;
  });
  const setEnded = (): void => {
    areAllEnded = true;
  };
  return {
    start(lines) {
      ended = Promise.all(lines);
      // stop() reports the error.
      ended.then(setEnded, setEnded);
    },
    isStopping: () => stopping,
    async retry(ask, everyMs) {
      while (!isTestOver) {
        const answer = await ask();
        if (answer !== null) return answer;
        await pause(everyMs);
      }
      return null;
    },
    async stop() {
      stopping = true;
      await pollUntil(() => areAllEnded || null, {
        deadlineMs: STOPS_WITHIN_MS,
        progress: open,
        what: () => `the traffic to stop; open: ${open()}`,
      });
      await ended;
    },
  };
}
