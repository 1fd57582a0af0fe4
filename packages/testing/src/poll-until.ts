import { setTimeout as pause } from 'node:timers/promises';

export interface PollOptions {
  deadlineMs: number;
  /** What is waited for, for the error. */
  what: () => string;
  everyMs?: number;
  /** Progress: the deadline starts again with every change, so that a slow machine may finish and a stuck one fails. */
  progress?: () => unknown;
}

/** Polls until the answer is not null, and throws at the deadline: tests wait for a state, never for a time. */
export async function pollUntil<T>(
  ask: () => Promise<T | null> | T | null,
  { deadlineMs, what, everyMs = 20, progress }: PollOptions,
): Promise<T> {
  let deadline = Date.now() + deadlineMs;
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
    await pause(everyMs);
  }
}
