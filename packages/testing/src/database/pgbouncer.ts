import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pollUntil } from '../poll-until.ts';
import { ensureProgram } from '../programs/ensure-program.ts';
import { reservePort } from '../servers/reserve-ports.ts';

/** A PgBouncer in transaction mode in front of a server. */
export interface PgBouncer {
  /** The address of a database of the server, through the pooler. */
  urlOf(databaseUrl: string): string;
  stop(): Promise<void>;
}

/** Ensures that `pgbouncer` is available: on the PATH, or installed from Debian's packages when root. */
export const ensurePgBouncer = (): Promise<string> =>
  ensureProgram({ name: 'pgbouncer', checks: [['pgbouncer', '--version']], packages: ['pgbouncer'] });

/** The settings of docs/operations/database.md; each transaction takes the session that waited longest. */
const configure = (server: URL, port: number): string => `
[databases]
* = host=127.0.0.1 port=${server.port} user=${server.username} password=${server.password} connect_query='SET jit = off; SET statement_timeout = 15000; SET idle_in_transaction_session_timeout = 20000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_round_robin = 1
`;

async function accepts(url: string): Promise<true | null> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Starts PgBouncer in transaction mode in front of the server of a URL. */
export async function startPgBouncer(serverUrl: string): Promise<PgBouncer> {
  await ensurePgBouncer();
  const port = await reservePort();
  const directory = mkdtempSync(join(tmpdir(), 'parley-pgbouncer-'));
  const config = join(directory, 'pgbouncer.ini');
  writeFileSync(config, configure(new URL(serverUrl), port));
  // Readable by the user below: PgBouncer refuses to run as root. The password in it is that of a test server.
  chmodSync(directory, 0o755);
  const args = process.getuid?.() === 0 ? ['--user=nobody'] : [];
  const child = spawn('pgbouncer', ['--quiet', ...args, config], { stdio: 'ignore' });
  const endWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const urlOf = (databaseUrl: string): string => {
    const url = new URL(databaseUrl);
    url.port = String(port);
    return url.href;
  };
  await pollUntil(() => accepts(urlOf(serverUrl)), { what: () => `pgbouncer on port ${port}` });
  return {
    urlOf,
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await exited;
      process.off('exit', endWithUs);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
