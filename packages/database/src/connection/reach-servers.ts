import { Socket } from 'node:net';
import pg from 'pg';
import { DatabaseUnavailable } from '../sql.ts';

/** Options of a client of node-postgres that say how it reaches its server. */
export interface ServerOptions {
  connectionString: string;
  /** Absent if the address names one server. */
  stream?: () => Socket;
}

interface Server {
  url: string;
  host: string;
  port: number;
}

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]+)((?:[/?].*)?)$/;
/** A parameter of libpq. Parley always needs the server that accepts writes. */
const TARGET = /([?&])target_session_attrs=[^&]*&?/;
const DEFAULT_PORT = 5432;

const PROBE_TIMEOUT_MS = 2000;
/**
 * A pool opens several connections at a time. After a failover, connections to the former primary fail or refuse writes
 * for no longer than this.
 */
const KNOWN_FOR_MS = 1000;

/** The servers of an address, each as a separate address; `host` in brackets, or a socket's path, stays as it is. */
export function splitServers(url: string): Server[] {
  const [, start = '', hosts = '', end = ''] = ADDRESS.exec(url) ?? [];
  const rest = end.replace(TARGET, '$1').replace(/[?&]$/, '');
  return hosts.split(',').map((server) => {
    const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(server) ?? [];
    return { url: `${start}${server}${rest}`, host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? DEFAULT_PORT) };
  });
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Resolves when the server accepts writes; throws the reason if it does not. */
async function probe({ url }: Server): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'parley-probe',
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('it is a standby');
  } finally {
    void client.end().catch(() => {});
  }
}

/**
 * Finds the server that accepts writes. All servers are queried at once, so one that does not respond delays nothing.
 */
async function findPrimary(servers: readonly Server[]): Promise<Server> {
  try {
    return await Promise.any(servers.map((server) => probe(server).then(() => server)));
  } catch (error) {
    const reasons = error instanceof AggregateError ? error.errors : [error];
    const texts = servers.map(({ host, port }, at) => `${host}:${port}: ${reasonOf(reasons[at])}`);
    throw new DatabaseUnavailable(new Error(`No server of the database accepts writes (${texts.join('; ')}).`));
  }
}

/** {@link findPrimary}, once for all connections that are opened at a time. */
function makePrimaryFinder(servers: readonly Server[]): () => Promise<Server> {
  let found: Promise<Server> | undefined;
  return () => {
    if (found) return found;
    const current = findPrimary(servers);
    const forget = (): void => {
      if (found === current) found = undefined;
    };
    current.then(() => setTimeout(forget, KNOWN_FOR_MS).unref(), forget);
    found = current;
    return current;
  };
}

/** A socket that connects to the primary, whatever host it is given. */
class PrimarySocket extends Socket {
  readonly #find: () => Promise<Server>;
  constructor(find: () => Promise<Server>) {
    super();
    this.#find = find;
  }
  // node-postgres calls it with a port and a host.
  override connect(): this {
    this.#find().then(
      ({ host, port }) => {
        if (!this.destroyed) super.connect(port, host);
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }
}

const finders = new Map<string, () => Promise<Server>>();

/**
 * How a client reaches the database of an address. Where it names several servers (`host1:5432,host2:5432`), every new
 * connection goes to the server that accepts writes (docs/operations/database.md#failover).
 */
export function reachServers(url: string): ServerOptions {
  const servers = splitServers(url);
  const [first] = servers;
  if (!first || servers.length === 1) return { connectionString: url };
  const find = finders.get(url) ?? makePrimaryFinder(servers);
  finders.set(url, find);
  return { connectionString: first.url, stream: () => new PrimarySocket(find) };
}
