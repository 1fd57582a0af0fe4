import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@parley/embedded-postgres/free-port';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@parley/embedded-postgres/start';
import { openFilled } from './filled-database.ts';
import type { BenchOptions } from './options.ts';
import { type BenchParley, startParley } from './parley.ts';
import { type Running, startProgram } from './processes.ts';

/** Parley and what stands around it, all on loopback. */
export interface BenchSystem {
  parley: BenchParley;
  /** Parley's alone: what a reference stores is in another server, so that each pays for its own. */
  postgres: EmbeddedPostgres;
  /** Starts the reference on a PostgreSQL server of its own, with the same settings. */
  startReference(
    program: string,
    environment: Record<string, string>,
  ): Promise<{ origin: string; running: Running; postgres: EmbeddedPostgres }>;
}

type Wanted = Pick<BenchOptions, 'cluster' | 'rows' | 'dataDir'> & { webhookUrl: string | null };

/** Starts it all, lets `work` measure, and stops it in the reverse order, whatever happens. */
export async function withSystem(wanted: Wanted, work: (system: BenchSystem) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const stops: (() => Promise<void>)[] = [() => rm(directory, { recursive: true, force: true })];
  const keep = <T extends { stop(): Promise<void> }>(started: T): T => {
    stops.push(() => started.stop());
    return started;
  };
  try {
    const [stubPort = 0] = await freePorts(1);
    const stubUrl = `http://127.0.0.1:${stubPort}`;
    keep(await startProgram('bench/provider-stub.ts', { STUB_PORT: String(stubPort) }, stubUrl));
    const home = wanted.rows === null ? directory : await openFilled(wanted.dataDir, wanted.rows);
    const postgres = keep(await startEmbeddedPostgres({ dataDir: join(home, 'postgres') }));
    const { cluster, webhookUrl } = wanted;
    const dataDir = join(home, 'parley');
    const parley = keep(await startParley({ databaseUrl: postgres.url, stubUrl, dataDir, webhookUrl, cluster }));
    await work({
      parley,
      postgres,
      async startReference(program, environment) {
        const own = keep(await startEmbeddedPostgres({ dataDir: join(directory, 'reference') }));
        const [port = 0] = await freePorts(1);
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
