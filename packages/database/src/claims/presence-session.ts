import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { reachServers } from '../connection/reach-servers.ts';

/** First key of the advisory locks of workers; the second is the worker's number. */
export const PRESENCE_LOCK = 7274300;

const CONNECT_TIMEOUT_MS = 2000;
/** Nothing is held before the first session: it may start slowly. */
const FIRST_TIMEOUT_MS = 15_000;
const PING_EVERY_MS = 5000;
const PING_TIMEOUT_MS = 3000;
const LOCK_AGAIN_MS = 50;
const LOCK_WITHIN_MS = 5000;

/** Notification channel; the payload is the service of the joining worker. */
const JOINED_CHANNEL = 'parley_worker_joined';

/**
 * When a host vanishes, the server's TCP keepalives end its session, and so its lock, 11 s after the last ping. The client's
 * next ping fails 8 s after the last one, so the holder notices first.
 */
const SESSION_SETTINGS = `
  SELECT set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
         set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '11000', false),
         set_config('idle_session_timeout', '0', false);
  LISTEN ${JOINED_CHANNEL}`;

/** Ends the session that holds a lock: this worker's previous session, whose end the server has not noticed. */
const END_HOLDER = `
  SELECT pg_terminate_backend(pid) FROM pg_locks
   WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND objsubid = 2 AND mode = 'ExclusiveLock' AND granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const ENLIST = `
  WITH enlisted AS (
    INSERT INTO worker_presence (number, service, worker, since) VALUES ($1, $2, $3, now())
    ON CONFLICT (number) DO UPDATE SET service = excluded.service, worker = excluded.worker, since = excluded.since
    RETURNING service)
  SELECT pg_notify('${JOINED_CHANNEL}', service) FROM enlisted`;

export interface PresenceSessionOptions {
  url: string;
  service: string;
  worker: string;
  /** The number to acquire again; null for a new one. */
  number: number | null;
  /** Called when a worker of the service joins, including this one. */
  onJoined(): void;
}

/** A session that holds the advisory lock of a number. */
export interface PresenceSession {
  number: number;
  /** Resolves when the connection has ended, and the lock with it. */
  broken: Promise<void>;
  /** Removes the worker from the list and ends the connection. */
  leave(): Promise<void>;
}

async function lockNumber(client: pg.Client, given: number | null): Promise<number> {
  const deadline = Date.now() + LOCK_WITHIN_MS;
  let number = given;
  for (;;) {
    const { rows: drawn } = await client.query<{ number: number }>(
      `SELECT coalesce($1, nextval(pg_get_serial_sequence('worker_presence', 'number')))::int AS number`,
      [number],
    );
    number = drawn[0]?.number ?? null;
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS got', [
      PRESENCE_LOCK,
      number,
    ]);
    if (number !== null && rows[0]?.got) return number;
    if (Date.now() > deadline) throw new Error('The lock of this worker is held by another session.');
    await client.query(END_HOLDER, [PRESENCE_LOCK, number]);
    await pause(LOCK_AGAIN_MS);
  }
}

/**
 * Whether only the end of a process can end the connection: this process and PostgreSQL itself both use Unix sockets, so
 * no host or network between them can vanish.
 */
async function isOnThisMachine(client: pg.Client): Promise<boolean> {
  if (!client.host.startsWith('/')) return false;
  const { rowCount } = await client.query('SELECT WHERE inet_client_addr() IS NULL');
  return rowCount === 1;
}

/** Pings the connection, so that a silent loss is noticed; returns a stop function. */
function keepPinging(client: pg.Client, cutOff: () => void): () => void {
  const ping = { text: 'SELECT 1', query_timeout: PING_TIMEOUT_MS };
  const timer = setInterval(() => void client.query(ping).catch(cutOff), PING_EVERY_MS);
  return () => clearInterval(timer);
}

// Unprepared statements: each runs once per session, outside the pool.
/** Connects, acquires the lock of a number and lists the worker under it. The connection is outside every pool. */
export async function openPresenceSession({
  url,
  service,
  worker,
  number: given,
  onJoined,
}: PresenceSessionOptions): Promise<PresenceSession> {
  const { connectionString, stream } = reachServers(url);
  const socket = stream?.() ?? new Socket();
  const client = new pg.Client({
    connectionString,
    application_name: `parley-presence-${service}`,
    connectionTimeoutMillis: given === null ? FIRST_TIMEOUT_MS : CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    stream: () => socket,
  });
  const broken = new Promise<void>((resolve) => {
    client.once('end', resolve);
    client.on('error', () => resolve());
  });
  const cutOff = (): void => void socket.destroy();
  try {
    await client.connect();
    client.on('notification', ({ channel, payload }) => {
      if (channel === JOINED_CHANNEL && payload === service) onJoined();
    });
    await client.query(SESSION_SETTINGS);
    const number = await lockNumber(client, given);
    const canVanish = !(await isOnThisMachine(client));
    await client.query(ENLIST, [number, service, worker]);
    const stopPinging = canVanish ? keepPinging(client, cutOff) : () => {};
    void broken.then(() => {
      stopPinging();
      cutOff();
    });
    return {
      number,
      broken,
      async leave() {
        stopPinging();
        await client.query('DELETE FROM worker_presence WHERE number = $1', [number]).catch(() => {});
        await client.end().catch(() => {});
        cutOff();
      },
    };
  } catch (error) {
    cutOff();
    throw error;
  }
}
