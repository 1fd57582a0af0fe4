import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@parley/embedded-postgres/start';
import { reservePorts } from '@parley/testing/servers/reserve-ports';
import type { BenchOptions } from '../options.ts';
import { openFilled } from './filled-database.ts';
import { type BenchParley, startParley } from './parley.ts';
import { type Running, startProgram } from './processes.ts';

/** Background work of the start has ended by then. */
export const SETTLE_MS = 10_000;

/** Parley and the programs around it, all on loopback. */
export interface BenchSystem {
  parley: BenchParley;
  /** Parley's own PostgreSQL: the reference has another one, so that their costs are separate. */
  postgres: EmbeddedPostgres;
  /** Calls back with what that server writes from now on; returns what ends that. */
  followLog(listener: (piece: string) => void): () => void;
  /** Starts the reference on a separate PostgreSQL server, with the same settings. */
  startReference(
    program: string,
    environment: Record<string, string>,
  ): Promise<{ origin: string; running: Running; postgres: EmbeddedPostgres }>;
}

type Wanted = Pick<BenchOptions, 'cluster' | 'platform' | 'rows' | 'dataDir'> & {
  webhookUrl: string | null;
  /** Whether Parley reaches PostgreSQL over its Unix socket, as `npm start` does. */
  overSocket?: boolean;
  /** Environment of Parley beyond that of every bench. */
  variables?: Readonly<Record<string, string>>;
};

/** Answers every webhook with 200. */
async function startReceiver(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => request.resume().on('end', () => response.end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // safe: it listens on TCP
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/platform`,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Starts everything, runs `work`, and stops it in the reverse order, whatever happens. */
export async function withSystem(wanted: Wanted, work: (system: BenchSystem) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const stops: (() => Promise<void>)[] = [() => rm(directory, { recursive: true, force: true })];
  const keep = <T extends { stop(): Promise<void> }>(started: T): T => {
    stops.push(() => started.stop());
    return started;
  };
  try {
    const [stubPort = 0] = await reservePorts(1);
    const stubUrl = `http://127.0.0.1:${stubPort}`;
    keep(await startProgram('bench/system/provider-stub.ts', { STUB_PORT: String(stubPort) }, stubUrl));
    const home = wanted.rows === null ? directory : await openFilled(wanted.dataDir, wanted.rows);
    const listeners = new Set<(piece: string) => void>();
    const postgres = keep(
      await startEmbeddedPostgres({
        dataDir: join(home, 'postgres'),
        log(piece) {
          for (const listener of listeners) listener(piece);
        },
      }),
    );
    const databaseUrl = wanted.overSocket ? postgres.socketUrl : postgres.url;
    const { cluster, webhookUrl, variables = {} } = wanted;
    const platformUrl = wanted.platform ? keep(await startReceiver()).url : null;
    const dataDir = join(home, 'parley');
    const parley = keep(
      await startParley({ databaseUrl, stubUrl, dataDir, webhookUrl, platformUrl, cluster, variables }),
    );
    await work({
      parley,
      postgres,
      followLog(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      async startReference(program, environment) {
        const own = keep(await startEmbeddedPostgres({ dataDir: join(directory, 'reference') }));
        const [port = 0] = await reservePorts(1);
        const origin = `http://127.0.0.1:${port}`;
        const variables = { REFERENCE_PORT: String(port), DATABASE_URL: own.url, STUB_URL: stubUrl, ...environment };
        const running = keep(await startProgram(program, variables, `${origin}/readyz`));
        return { origin, running, postgres: own };
      },
    });
  } finally {
    for (const stop of stops.toReversed()) await stop().catch((error: unknown) => console.error(error));
  }
}
