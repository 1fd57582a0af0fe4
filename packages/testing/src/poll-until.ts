import { setTimeout as pause } from 'node:timers/promises';

/** Within the minute that a test has: what takes longer on a busy machine is stuck. */
const STUCK_AFTER_MS = 45_000;
const LEAST_EVERY_MS = 5;
const MOST_EVERY_MS = 50;

export interface PollOptions {
  /** Default: 45 s. */
  deadlineMs?: number;
  /** What is waited for, for the error. */
  what: () => string;
  /** Default: a tenth of the time waited so far, from 5 to 50 ms: a short wait ends at once, and a long one leaves the machine alone. */
  everyMs?: number;
  /** Progress: the deadline starts again with every change, so that a slow machine may finish and a stuck one fails. */
  progress?: () => unknown;
}

/** Polls until the answer is not null, and throws at the deadline: tests wait for a state, never for a time. */
export async function pollUntil<T>(
  ask: () => Promise<T | null> | T | null,
  { deadlineMs = STUCK_AFTER_MS, what, everyMs, progress }: PollOptions,
): Promise<T> {
  const startedAt = Date.now();
  let deadline = startedAt + deadlineMs;
  let reached = progress?.();
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    const now = progress?.();
    if (now !== reached) {
      reached = now;
      deadline = Date.now() + deadlineMs;
    }
    if (Date.now() > deadline) throw new Error(`Waited ${deadlineMs} ms for ${what()}.`);
    const waitedMs = Date.now() - startedAt;
    await pause(everyMs ?? Math.min(Math.max(waitedMs / 10, LEAST_EVERY_MS), MOST_EVERY_MS));
  }
}
