import { setTimeout as pause } from 'node:timers/promises';

/** More than the 10 s that a caller of a busy process waits, several times. */
const TRIES = 6;
const AGAIN_MS = 1000;

/**
 * Asks again while a part of the product is unavailable (503), as its clients do: a process of low priority may have no turn for
 * seconds on a busy machine. What stays unavailable is returned.
 */
export async function askUntilAvailable<Answer extends { status: number } & ({ text: string } | { body: unknown })>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let nth = 1; ; nth++) {
    const answer = await ask();
    if (answer.status !== 503 || nth === TRIES) return answer;
    const said = 'text' in answer ? answer.text : JSON.stringify(answer.body);
    if (!said.includes('"service_unavailable"')) return answer;
    await pause(AGAIN_MS);
  }
}
