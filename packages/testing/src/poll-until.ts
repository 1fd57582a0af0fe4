import { setTimeout as pause } from 'node:timers/promises';

export interface PollOptions {
  deadlineMs: number;
  /** What is waited for, for the error. */
  what: () => string;
  everyMs?: number;
  /** How far it has come: the deadline begins anew with every change, so that a slow machine is waited for and a stuck one is not. */
  progress?: () => unknown;
}

/** Asks until there is an answer other than null, and throws at the deadline: tests wait for a state, never for a time. */
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
