import { createHmac } from 'node:crypto';
import type { Sandbox } from '@parley/sandbox/start-sandbox';
import { DEMO_RECEIVER, type Demo } from './demo.ts';

const LOOK_EVERY_MS = 200;

/**
 * Prints each webhook that the demo's receiver gets, with the check that a customer's system would make: this is how
 * a newcomer sees the signed webhook come back. Answers how to stop.
 */
export function showWebhooks(sandbox: Sandbox, demo: Demo, print: (line: string) => void): () => void {
  const { received } = sandbox.state.receivers.get(DEMO_RECEIVER);
  let shown = received.total();
  const timer = setInterval(() => {
    for (const { seq, entry } of received.since(shown, 100)) {
      shown = seq;
      const expected = `sha256=${createHmac('sha256', demo.webhookSecret).update(entry.body).digest('hex')}`;
      const signature = entry.headers['x-service-signature'];
      const verdict = signature === expected ? 'signature verified' : 'SIGNATURE WRONG';
      print(`  webhook ${entry.headers['x-service-event']} (${verdict}): ${entry.body}`);
    }
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
