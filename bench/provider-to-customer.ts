import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@parley/prisma/embedded';
import { freePorts } from '@parley/prisma/free-port';
import { figuresOf, saturate, show } from './measure.ts';
import { customerText, startParley } from './parley.ts';
import { startProgram } from './processes.ts';

const STEADY_PER_SECOND = 200;
const STEADY_SECONDS = 10;
const CUSTOMERS = 500;
const DRAIN_WITHIN_MS = 60_000;

/** Parley between a provider and a customer, and what arrives at the customer. */
export interface ProviderToCustomer {
  databaseUrl: string;
  /** Posts a provider's webhook with one text; answers whether it was answered 200. */
  receive(): Promise<boolean>;
  /** Milliseconds from each provider's webhook to its own at the customer, since the last `forget`. */
  delays(): number[];
  forget(): void;
  /** Waits until so many have arrived, or for a minute; answers how long that took, in milliseconds. */
  waitForArrivals(count: number): Promise<number>;
}

/** A text of one of the bench's customers. */
export const textOf = (number: number): Record<string, unknown> =>
  customerText(`1650555${String(number % CUSTOMERS).padStart(4, '0')}`, `m-${number}`);

/** Starts it all, warm, and lets `work` measure. */
export async function withProviderToCustomer<T>(work: (line: ProviderToCustomer) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres') });
  const [stubPort = 0, sinkPort = 0] = await freePorts(2);
  const stubUrl = `http://127.0.0.1:${stubPort}`;
  const stub = await startProgram('bench/provider-stub.ts', { STUB_PORT: String(stubPort) }, stubUrl);

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
  let made = 0;
  const line: ProviderToCustomer = {
    databaseUrl: postgres.url,
    receive() {
      const number = made++;
      leftAt.set(`m-${number}`, performance.now());
      return parley.receive([textOf(number)]);
    },
    delays: () => delays,
    forget() {
      delays = [];
    },
    async waitForArrivals(count) {
      const startedMs = performance.now();
      while (delays.length < count && performance.now() - startedMs < DRAIN_WITHIN_MS)
        await new Promise((resolve) => setTimeout(resolve, 10));
      return performance.now() - startedMs;
    },
  };
  try {
    const warm = await saturate(4, 3, line.receive);
    await line.waitForArrivals(warm.count);
    return await work(line);
  } finally {
    await parley.stop();
    await stub.stop();
    sink.close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Provider webhooks at a steady rate: how fast they are answered, and how soon the customer has them. */
export async function measureSteady(line: ProviderToCustomer): Promise<void> {
  const wanted = STEADY_PER_SECOND * STEADY_SECONDS;
  line.forget();
  const answers: number[] = [];
  const startedMs = performance.now();
  const running: Promise<void>[] = [];
  for (let sent = 0; sent < wanted; sent++) {
    const waitMs = startedMs + (sent * 1000) / STEADY_PER_SECOND - performance.now();
    if (waitMs > 1) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const beganMs = performance.now();
    running.push(line.receive().then((ok) => void (ok && answers.push(performance.now() - beganMs))));
  }
  await Promise.all(running);
  await line.waitForArrivals(wanted);
  console.log(show(`answered at ${STEADY_PER_SECOND}/s`, figuresOf(answers, STEADY_SECONDS)));
  const arrived = line.delays();
  console.log(
    show(`to the customer at ${STEADY_PER_SECOND}/s`, figuresOf(arrived, STEADY_SECONDS, wanted - arrived.length)),
  );
}
