import { getEventListeners } from 'node:events';
import { createClient } from '@parley/sdk';
import { expect, test } from 'vitest';

/** Counts the runtime's references at a signal: its listeners, and the signals that depend on it. */
function countKept(signal: AbortSignal): number {
  const symbols = Object.getOwnPropertySymbols(signal);
  const dependants = symbols.find((symbol) => symbol.description === 'kDependantSignals');
  // safe: a set of Node's
  const kept = dependants === undefined ? undefined : (signal as unknown as Record<symbol, Set<unknown>>)[dependants];
  return getEventListeners(signal, 'abort').length + (kept?.size ?? 0);
}

test('a finished call leaves nothing at the signal of its caller', async () => {
  const program = new AbortController();
  const answers = [() => Response.json({ ok: true }), () => new Response('no', { status: 400 })];
  let calls = 0;
  const client = createClient({
    baseUrl: 'http://parley.test/demo/api/messaging/',
    apiKey: 'pk_test',
    fetch: async () => answers[calls++ % 2]?.() ?? Response.error(),
  });
  for (let round = 0; round < 20; round++) {
    await client.account.status({ signal: program.signal }).catch(() => {});
  }
  expect(calls).toBe(20);
  expect(countKept(program.signal)).toBe(0);
});

test('a call ends with the reason of its signal, also one that was aborted before', async () => {
  const program = new AbortController();
  const client = createClient({
    baseUrl: 'http://parley.test/demo/api/messaging/',
    apiKey: 'pk_test',
    fetch: (_url, init) =>
      new Promise((_resolve, reject) => {
        const { signal } = init ?? {};
        if (signal?.aborted) reject(signal.reason);
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
  });
  const reason = new Error('the program ends');
  const running = client.account.status({ signal: program.signal });
  program.abort(reason);
  await expect(running).rejects.toBe(reason);
  await expect(client.account.status({ signal: program.signal })).rejects.toBe(reason);
});
