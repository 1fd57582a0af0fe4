import { setTimeout as pause } from 'node:timers/promises';

/** When to look, in ms after the loss: a statement may commit until its own timeout. The sweeper ends what is found later. */
const POLLS_MS = [500, 2000, 5000, 17_000, 30_000];

/** Looks for a write whose answer was lost, until `look` returns true. `onError` gets the error of a look. Never rejects. */
export async function pollUntilFound(look: () => Promise<boolean>, onError: (error: unknown) => void): Promise<void> {
  let passedMs = 0;
  for (const lookMs of POLLS_MS) {
    await pause(lookMs - passedMs, undefined, { ref: false });
    passedMs = lookMs;
    try {
      if (await look()) return;
    } catch (error) {
      onError(error);
    }
  }
}
