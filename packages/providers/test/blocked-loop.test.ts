import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { makeEgressConnector } from '@parley/providers/egress/egress-connector';
import { makeEgressPolicy } from '@parley/providers/egress/egress-policy';
import { exchange, targetOf } from '@parley/providers/http/exchange';
import { PostPool, postTargetOf } from '@parley/providers/post/post-pool';
import { Agent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';

const LIMITS = { timeoutMs: 200, maxBytes: 1024 };
/** The second request is sent at once over the first one's connection, when that is idle. */
const WARM_UP = { ...LIMITS, timeoutMs: 20_000 };
const STUCK_AFTER_MS = 20_000;

/** A server in another thread, and a way to block this thread until it has answered and the timeout is over. */
async function openQuickServer() {
  const shared = new SharedArrayBuffer(4);
  const answers = new Int32Array(shared);
  const worker = new Worker(new URL('quick-server-program.mjs', import.meta.url), { workerData: shared });
  onTestFinished(async () => void (await worker.terminate()));
  const [{ port }] = await once(worker, 'message');
  return {
    url: `http://127.0.0.1:${port}/`,
    async blockUntilAnswered(count: number): Promise<void> {
      // The request is sent in this turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      for (let seen = Atomics.load(answers, 0); seen < count; seen = Atomics.load(answers, 0))
        if (Atomics.wait(answers, 0, seen, STUCK_AFTER_MS) === 'timed-out') throw new Error('No answer was sent.');
      Atomics.wait(answers, 0, count, LIMITS.timeoutMs + 100);
    },
  };
}

test('a webhook that was answered in time is not late, even if the event loop was blocked over its timeout', async () => {
  const server = await openQuickServer();
  const pool = new PostPool(makeEgressConnector(makeEgressPolicy('127.0.0.0/8')), { maxSocketsPerHost: 1 });
  onTestFinished(() => pool.destroy());
  const content = { headers: {}, body: Buffer.from('{}') };
  await pool.send(postTargetOf(server.url), content, WARM_UP);
  await pause(10);
  const sent = pool.send(postTargetOf(server.url), content, LIMITS);
  await server.blockUntilAnswered(2);
  expect(await sent).toMatchObject({ statusCode: 200 });
});

test('a request that was answered in time is not late, even if the event loop was blocked over its timeout', async () => {
  const server = await openQuickServer();
  const agent = new Agent();
  onTestFinished(() => agent.destroy());
  const call = (limits: typeof LIMITS) =>
    exchange(agent, targetOf(server.url), { method: 'POST', headers: {}, body: '{}' }, limits);
  await call(WARM_UP);
  await pause(10);
  const sent = call(LIMITS);
  await server.blockUntilAnswered(2);
  expect(await sent).toMatchObject({ statusCode: 200 });
});
