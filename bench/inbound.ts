import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@parley/prisma/embedded';
import { freePorts } from '@parley/prisma/free-port';
import { figuresOf, saturate, show } from './measure.ts';
import { APP_SECRET, customerText, postWebhook, startParley } from './parley.ts';
import { startProgram } from './processes.ts';

const STEADY_PER_SECOND = 200;
const STEADY_SECONDS = 10;
const SATURATION_SECONDS = 8;
const CONCURRENCY = 32;
const CUSTOMERS = 500;
const DRAIN_WITHIN_MS = 60_000;

/** Waits until everything has arrived, or for a minute; answers how long that took, in milliseconds. */
async function waitUntil(everythingArrived: () => boolean): Promise<number> {
  const startedMs = performance.now();
  while (!everythingArrived() && performance.now() - startedMs < DRAIN_WITHIN_MS)
    await new Promise((resolve) => setTimeout(resolve, 10));
  return performance.now() - startedMs;
}

/** Provider webhooks answered, and the time from a provider's webhook to the customer's: at a steady rate and at saturation. */
export async function benchInbound(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres') });
  const [stubPort = 0, sinkPort = 0, referencePort = 0] = await freePorts(3);
  const stubUrl = `http://127.0.0.1:${stubPort}`;
  const stub = await startProgram('bench/provider-stub.ts', { STUB_PORT: String(stubPort) }, stubUrl);

  const referenceUrl = `http://127.0.0.1:${referencePort}`;
  const reference = await startProgram(
    'bench/reference-inbound.ts',
    { REFERENCE_PORT: String(referencePort), APP_SECRET, DATABASE_URL: new URL('/postgres', postgres.url).href },
    `${referenceUrl}/readyz`,
  );

  const leftAt = new Map<string, number>();
  let delays: number[] = [];
  const sink = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      response.end();
      const text = /"text":"(m-\d+)"/.exec(Buffer.concat(parts).toString())?.[1] ?? '';
      const left = leftAt.get(text);
      if (left === undefined) return;
      leftAt.delete(text);
      delays.push(performance.now() - left);
    });
  });
  await new Promise<void>((resolve) => sink.listen(sinkPort, '127.0.0.1', resolve));
  const parley = await startParley({
    databaseUrl: postgres.url,
    stubUrl,
    dataDir: join(directory, 'parley'),
    webhookUrl: `http://127.0.0.1:${sinkPort}/hook`,
  });
  try {
    let made = 0;
    const receive = (): Promise<boolean> => {
      const number = made++;
      leftAt.set(`m-${number}`, performance.now());
      return parley.receive([customerText(`1650555${String(number % CUSTOMERS).padStart(4, '0')}`, `m-${number}`)]);
    };
    await saturate(4, 3, receive);
    await waitUntil(() => leftAt.size === 0);
    delays = [];

    const answers: number[] = [];
    const startedMs = performance.now();
    const running: Promise<void>[] = [];
    for (let sent = 0; sent < STEADY_PER_SECOND * STEADY_SECONDS; sent++) {
      const dueMs = startedMs + (sent * 1000) / STEADY_PER_SECOND;
      const waitMs = dueMs - performance.now();
      if (waitMs > 1) await new Promise((resolve) => setTimeout(resolve, waitMs));
      const beganMs = performance.now();
      running.push(receive().then((ok) => void (ok && answers.push(performance.now() - beganMs))));
    }
    await Promise.all(running);
    await waitUntil(() => delays.length >= STEADY_PER_SECOND * STEADY_SECONDS);
    console.log(show(`answered at ${STEADY_PER_SECOND}/s`, figuresOf(answers, STEADY_SECONDS)));
    console.log(
      show(
        `to the customer at ${STEADY_PER_SECOND}/s`,
        figuresOf(delays, STEADY_SECONDS, STEADY_PER_SECOND * STEADY_SECONDS - delays.length),
      ),
    );

    delays = [];
    let number = 0;
    const byHand = await saturate(CONCURRENCY, SATURATION_SECONDS, () =>
      postWebhook(referenceUrl, [
        customerText(`1650555${String(number % CUSTOMERS).padStart(4, '0')}`, `m-${number++}`),
      ]),
    );
    const saturated = await saturate(CONCURRENCY, SATURATION_SECONDS, receive);
    const drainMs = await waitUntil(() => delays.length >= saturated.count);
    console.log(show(`reference at saturation (${CONCURRENCY})`, byHand));
    console.log(show(`answered at saturation (${CONCURRENCY})`, saturated));
    console.log(
      show(
        'to the customer at saturation',
        figuresOf(delays, SATURATION_SECONDS + drainMs / 1000, saturated.count - delays.length),
      ),
    );
    const ratio = (saturated.perSecond / byHand.perSecond).toFixed(2);
    console.log(
      `bench inbound: ratio ${ratio} of the reference, deliveries to the customer going on beside; the last one arrived ${(drainMs / 1000).toFixed(1)} s after the last answer`,
    );
  } finally {
    await parley.stop();
    await reference.stop();
    await stub.stop();
    sink.close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
