import { makeEgressConnector } from '@parley/providers/egress/egress-connector';
import { makeEgressPolicy } from '@parley/providers/egress/egress-policy';
import { PostPool, postTargetOf } from '@parley/providers/post/post-pool';

// Posts to the address in its argument, and prints the status or the error's code.
const pool = new PostPool(makeEgressConnector(makeEgressPolicy('127.0.0.0/8')), { maxSocketsPerHost: 1 });
const content = { headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') };
const limits = { timeoutMs: 20_000, maxBytes: 1024 };
try {
  const statuses = [];
  for (let count = 0; count < 2; count++)
    statuses.push((await pool.send(postTargetOf(process.env.POST_TO ?? ''), content, limits)).statusCode);
  console.log(statuses.join(' '));
} catch (error) {
  console.log((error as NodeJS.ErrnoException).code);
}
pool.destroy();
