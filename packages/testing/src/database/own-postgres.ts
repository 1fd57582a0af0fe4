import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@parley/embedded-postgres/start';
import { pollUntil } from '../poll-until.ts';
import { isAlive } from '../programs/is-alive.ts';
import { reservePort } from '../servers/reserve-ports.ts';
import { findServerDirectory } from './server-directory.ts';

/** How a server ends: cleanly, without a checkpoint (running statements are aborted), or killed. */
export type PostgresEnd = 'fast' | 'immediate' | 'crash';

/** The test's own PostgreSQL server, on a port that survives a restart. Commits are durable, as in production. */
export interface OwnPostgres {
  /** URL of its empty database. */
  url: string;
  /** Ends the server and waits until it is gone. */
  end(how: PostgresEnd): Promise<void>;
  /** Starts it again after {@link OwnPostgres.end}. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const SIGNAL = { fast: 'SIGINT', immediate: 'SIGQUIT', crash: 'SIGKILL' } as const;

/** Starts a server for a test that stops it; `log` receives its output, `socketUrl` leads to the same database over a Unix socket. */
export async function startOwnPostgres(
  log: (piece: string) => void = () => {},
): Promise<OwnPostgres & { socketUrl: string }> {
  const directory = await mkdtemp(join(await findServerDirectory(), 'parley-own-postgres-'));
  const dataDir = join(directory, 'postgres');
  const port = await reservePort();
  const launch = (): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ dataDir, port, log, keepRunning: false });
  let server = await launch();
  const { url, socketUrl } = server;
  // A test run that ends early must not leave it running.
  const endWithUs = (): void => {
    if (isAlive(server.pid)) process.kill(server.pid, 'SIGQUIT');
  };
  process.once('exit', endWithUs);
  return {
    url,
    socketUrl,
    async end(how) {
      process.kill(server.pid, SIGNAL[how]);
      await pollUntil(() => !isAlive(server.pid) || null, {
        what: () => `PostgreSQL to end (${how})`,
      });
    },
    async start() {
      server = await launch();
    },
    async stop() {
      await server.stop();
      process.off('exit', endWithUs);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
