import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@parley/prisma/embedded';
import { freePorts } from '@parley/prisma/free-port';
import { Pool } from 'undici';
import { type Figures, median, saturate, show } from './measure.ts';
import { customerText, startParley } from './parley.ts';
import { startProgram } from './processes.ts';

const CONCURRENCY = 32;
const WARM_UP_SECONDS = 3;
const SECONDS = 6;
const ROUNDS = 3;
const CUSTOMERS = 200;
const GOAL = 0.6;

/**
 * Text sends through the whole path (HTTP, key, limit, parsing, credit, window, database, provider, event) against the
 * hand-written reference, in turns on the same machine, database settings, provider stub and concurrency.
 */
export async function benchSend(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres') });
  const [stubPort = 0, referencePort = 0] = await freePorts(2);
  const stubUrl = `http://127.0.0.1:${stubPort}`;
  const stub = await startProgram('bench/provider-stub.ts', { STUB_PORT: String(stubPort) }, stubUrl);
  const reference = await startProgram(
    'bench/reference-send.ts',
    { REFERENCE_PORT: String(referencePort), STUB_URL: stubUrl, DATABASE_URL: new URL('/postgres', postgres.url).href },
    `http://127.0.0.1:${referencePort}/readyz`,
  );
  const parley = await startParley({
    databaseUrl: postgres.url,
    stubUrl,
    dataDir: join(directory, 'parley'),
    webhookUrl: null,
  });
  try {
    const customers = Array.from({ length: CUSTOMERS }, (_, index) => `1650555${String(index).padStart(4, '0')}`);
    for (const customer of customers) await parley.receive([customerText(customer, 'hello')]);

    let turn = 0;
    const caller = (origin: string, path: string, headers: Record<string, string>) => {
      const pool = new Pool(origin, { connections: CONCURRENCY });
      return async (): Promise<boolean> => {
        const to = `+${customers[turn++ % CUSTOMERS]}`;
        const answer = await pool.request({
          method: 'POST',
          path,
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ channel: 'wa', to, message: 'Your order is on its way.' }),
        });
        await answer.body.dump();
        return answer.statusCode === 200;
      };
    };
    const callReference = caller(`http://127.0.0.1:${referencePort}`, '/send', {});
    const callParley = caller(parley.origin, `/${parley.slug}/api/messaging/?action=send`, {
      authorization: `Bearer ${parley.apiKey}`,
    });
    for (const call of [callReference, callParley]) await saturate(CONCURRENCY, WARM_UP_SECONDS, call);

    const results: { reference: Figures; parley: Figures }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const figures = {
        reference: await saturate(CONCURRENCY, SECONDS, callReference),
        parley: await saturate(CONCURRENCY, SECONDS, callParley),
      };
      results.push(figures);
      console.log(show('reference (Fastify, pg, undici)', figures.reference));
      console.log(show('Parley, whole path', figures.parley));
    }
    const ratio = median(results.map((result) => result.parley.perSecond / result.reference.perSecond));
    console.log(
      `bench send: ratio ${ratio.toFixed(2)} of the reference (goal ≥ ${GOAL}), median of ${ROUNDS} rounds, ${CONCURRENCY} connections`,
    );
  } finally {
    await parley.stop();
    await reference.stop();
    await stub.stop();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
