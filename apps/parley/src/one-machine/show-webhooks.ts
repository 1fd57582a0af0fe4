import { createHmac } from 'node:crypto';
import type { SandboxDriver } from '@parley/sandbox/driver/sandbox-driver';
import { DEMO_RECEIVER, type Demo } from './demo.ts';

const LOOK_EVERY_MS = 200;

/**
 * Prints each webhook that the demo's receiver gets from now on, and verifies its signature as a customer's system
 * would. Returns a function that stops it.
 */
export function showWebhooks(driver: SandboxDriver, demo: Demo, print: (line: string) => void): () => void {
  const receiver = driver.receiver(DEMO_RECEIVER);
  let shown: number | null = null;
  let isLooking = false;

  async function look(): Promise<void> {
    const since = shown ?? (await receiver.received({ since: 0, limit: 10_000 })).at(-1)?.seq ?? 0;
    shown = since;
    for (const { seq, headers, body } of await receiver.received({ since, limit: 100 })) {
      shown = seq;
      const isSigned = [demo.webhookSecret, demo.platformSecret].some(
        (secret) =>
          headers['x-service-signature'] === `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      );
      const verdict = isSigned ? 'signature verified' : 'SIGNATURE WRONG';
      print(`  webhook ${headers['x-service-event']} (${verdict}): ${body}`);
    }
  }

  function lookUnlessLooking(): void {
    if (isLooking) return;
    isLooking = true;
    // The sandbox of this process is available until it stops; errors after that do not matter.
    void look()
      .catch(() => {})
      .finally(() => {
        isLooking = false;
      });
  }

  lookUnlessLooking();
  const timer = setInterval(lookUnlessLooking, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
