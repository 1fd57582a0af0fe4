import { setTimeout as pause } from 'node:timers/promises';

/** Several times the 10 s that a caller of a busy process waits. */
const TRIES = 6;
const AGAIN_MS = 1000;

/**
 * Retries while a process of the product is unavailable (503), as its clients do: on a busy machine a process of low
 * priority may not run for seconds. Returns the last 503 if it stays unavailable.
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
