import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at } from '@parley/common/at';
import { pollUntil } from '../poll-until.ts';
import { ensureProgram } from '../programs/ensure-program.ts';
import { reservePort, reservePorts } from './reserve-ports.ts';

/** The test's own NATS server, on a port that survives a restart. */
export interface NatsServer {
  url: string;
  port: number;
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  restart(): Promise<void>;
}

const MAX_PAYLOAD_BYTES = 8 * 1024 * 1024;

/** Ensures that `nats-server` is available: on the PATH, or installed from Debian's packages when root. */
export const ensureNatsServer = (): Promise<string> =>
  ensureProgram({ name: 'nats-server', checks: [['nats-server', '--version']], packages: ['nats-server'] });

const accepts = (port: number): Promise<true | null> =>
  new Promise((resolve) => {
    const socket = connectSocket(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(null));
  });

/** A server's place in a cluster. */
interface Member {
  port: number;
  routePort: number;
  /** Ports on which the other servers of the cluster listen for it. */
  otherRoutes: readonly number[];
}

const clusterOf = ({ routePort, otherRoutes }: Member): string => `
cluster {
  name: parley
  listen: "127.0.0.1:${routePort}"
  routes: [${otherRoutes.map((port) => `"nats://127.0.0.1:${port}"`).join(', ')}]
}
`;

/** A configuration in addition to the port, and the variables that it names. */
interface Configuration {
  config: string;
  variables: Record<string, string>;
}

/** Starts a NATS server on loopback, as a member of a cluster or with a separate configuration. */
export async function startNatsServer(given: Member | Configuration | null = null): Promise<NatsServer> {
  await ensureNatsServer();
  const member = given !== null && 'port' in given ? given : null;
  const own = given !== null && 'config' in given ? given : null;
  const port = member?.port ?? (await reservePort());
  const directory = mkdtempSync(join(tmpdir(), 'parley-nats-'));
  const config = join(directory, 'nats.conf');
  const listen = `listen: "127.0.0.1:${port}"\n`;
  const alone = own ? own.config : `max_payload: ${MAX_PAYLOAD_BYTES}\n`;
  writeFileSync(config, listen + alone + (member ? clusterOf(member) : ''));
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    child = spawn('nats-server', ['-c', config], { stdio: 'ignore', env: { ...process.env, ...own?.variables } });
    await pollUntil(() => accepts(port), { what: () => `nats-server on port ${port}` });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await exited;
  };
  // A test run that ends early must not leave it running.
  const endWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end('SIGKILL');
      await start();
    },
    async stop() {
      await end('SIGTERM');
      process.off('exit', endWithUs);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A cluster of NATS servers. */
export interface NatsCluster {
  /** Names all servers. */
  url: string;
  servers: readonly NatsServer[];
  stop(): Promise<void>;
}

/** Starts three NATS servers that share their subjects. */
export async function startNatsCluster(): Promise<NatsCluster> {
  const ports = await reservePorts(6);
  const [clients, routes] = [ports.slice(0, 3), ports.slice(3)];
  const servers = await Promise.all(
    clients.map((port, index) =>
      startNatsServer({
        port,
        routePort: at(routes, index),
        otherRoutes: routes.filter((_, other) => other !== index),
      }),
    ),
  );
  return {
    url: servers.map(({ url }) => url).join(','),
    servers,
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}
