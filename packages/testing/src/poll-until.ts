import { setTimeout as pause } from 'node:timers/promises';

export interface PollOptions {
  deadlineMs: number;
  /** What is waited for, for the error. */
  what: () => string;
  everyMs?: number;
}

/** Asks until there is an answer other than null, and throws at the deadline: tests wait for a state, never for a time. */
export async function pollUntil<T>(
  ask: () => Promise<T | null> | T | null,
  { deadlineMs, what, everyMs = 20 }: PollOptions,
): Promise<T> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() > deadline) throw new Error(`Waited ${deadlineMs} ms for ${what()}.`);
    await pause(everyMs);
  }
}
