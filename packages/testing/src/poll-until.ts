import { setTimeout as pause } from 'node:timers/promises';
import { SLOWNESS } from './slowness.ts';

/** Less than the minute that a test has: a longer wait is a hang even on a busy machine. */
const STUCK_AFTER_MS = 45_000;
const LEAST_EVERY_MS = 5;
const MAX_EVERY_MS = 50;

export interface PollOptions {
  /** Default: 45 s. Multiplied on a slow machine. */
  deadlineMs?: number;
  /** Describes the awaited state, for the error. */
  what: () => string;
  /**
   * Default: a tenth of the time waited so far, from 5 to 50 ms: short waits end quickly, and long ones leave the
   * machine idle.
   */
  everyMs?: number;
  /** Progress: the deadline restarts with every change, so that a slow machine may finish and a hanging one fails. */
  progress?: () => unknown;
}

/** Polls until the answer is not null, and throws at the deadline: tests wait for a state, never for a time. */
export async function pollUntil<T>(
  ask: () => Promise<T | null> | T | null,
  { deadlineMs: usualMs = STUCK_AFTER_MS, what, everyMs, progress }: PollOptions,
): Promise<T> {
  const deadlineMs = usualMs * SLOWNESS;
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
    await pause(everyMs ?? Math.min(Math.max(waitedMs / 10, LEAST_EVERY_MS), MAX_EVERY_MS));
  }
}
