import { createHmac } from 'node:crypto';
import { run } from 'graphile-worker';
import { Agent, request } from 'undici';

// The hand-written alternative: a job per delivery in graphile-worker, completed in batches, and fetched in batches if
// FETCH is set; the task is an HMAC and a POST, and a failed one is retried.
const {
  DATABASE_URL: connectionString = '',
  RECEIVER_URL: url = '',
  SECRET: secret = '',
  CONCURRENCY,
  FETCH,
} = process.env;
const concurrency = Number(CONCURRENCY);
const dispatcher = new Agent({ connections: concurrency });
const runner = await run({
  preset: {
    worker: {
      connectionString,
      concurrentJobs: concurrency,
      maxPoolSize: concurrency,
      ...(FETCH ? { localQueue: { size: Number(FETCH) } } : {}),
      completeJobBatchDelay: 2,
    },
  },
  noHandleSignals: true,
  taskList: {
    async deliver(payload) {
      const { body } = payload as { body: string }; // safe: written by the bench
      const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
      const headers = { 'content-type': 'application/json', 'x-service-signature': signature };
      const answer = await request(url, { method: 'POST', headers, body, dispatcher });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`The receiver answered ${answer.statusCode}.`);
    },
  },
});
process.once('SIGTERM', () => void runner.stop().then(() => process.exit(0)));
