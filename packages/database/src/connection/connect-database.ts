import type { PrismaClient } from '@parley/prisma/client';
import { traced } from '@parley/runtime/tracing/tracing';
import pg from 'pg';
import { makeDueWatch, type WatchDue } from '../due/due-watch.ts';
import { makeReadFrom, type OnReplicaAside, type Read } from '../replica/read-replica.ts';
import type { ReadOutcome } from '../replica/replica-reads.ts';
import { asDatabaseError, isDatabaseUnavailable, type Sql, type Statement, type TransactionSql } from '../sql.ts';
import { runStatement, runTransaction, TRANSACTION_SPAN } from '../transactions/run-transaction.ts';
import { makeLazyPrisma } from './lazy-prisma.ts';
import { onFirstCall } from './on-first-call.ts';
import { PooledClient } from './pooled-client.ts';
import type { PrismaTransaction } from './prisma-connection.ts';
import { reachServers } from './reach-servers.ts';

/** A database of one process: hand-written statements and Prisma over the same connections. */
export interface Database extends Sql {
  /** The address for sessions outside the pool. It is never a pooler in transaction mode. */
  url: string;
  /** Serves code that needs its own connection; all other code uses the members below. */
  pool: pg.Pool;
  /** Loaded at its first call. Its errors are those of statements: the driver's, or {@link DatabaseUnavailable}. */
  prisma: PrismaClient;
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
  transaction<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  /** The same with the Prisma client and statements on one connection. Not for hot paths: it costs about twice as much. */
  prismaTransaction<T>(work: (transaction: PrismaTransaction) => Promise<T>): Promise<T>;
  /** Runs a read on the replica, if there is one and it has every commit so far; otherwise on this database. */
  read: Read<Pick<Database, 'query' | 'transaction' | 'prisma'>>;
  watchDue: WatchDue;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** May name several servers (docs/operations/database.md#failover). */
  url: string;
  /**
   * The same database without the pooler; `url` is then a pooler in transaction mode, whose sessions have the settings
   * of docs/operations/database.md.
   */
  directUrl?: string | undefined;
  /** Default 10: on two cores more connections only queue inside PostgreSQL. */
  maxConnections?: number;
  applicationName?: string;
  /** Default 15 s. */
  statementTimeoutMs?: number;
  /** Called with connections that broke while idle. */
  onIdleError?: (error: Error) => void;
  /** A standby for reads (docs/operations/database.md#a-replica-for-reads), never a pooler. */
  readUrl?: string | undefined;
  /** Called when reads begin to use the primary, because the standby fails or lags. */
  onReplicaAside?: OnReplicaAside;
  /** Called when they use the standby again. */
  onReplicaBack?: () => void;
  /** Called with each read that may use the standby. */
  onRead?: (outcome: ReadOutcome) => void;
}

/** The options of one server. */
type ServerOptions = Omit<ConnectOptions, 'readUrl' | 'onReplicaAside' | 'onReplicaBack' | 'onRead'>;

const CONNECT_TIMEOUT_MS = 5000;
const ANSWER_GRACE_MS = 5000;
/**
 * PostgreSQL compiles expensive queries at every execution, and "expensive" is an estimate: a page of a list whose rows
 * are overestimated would wait some hundred milliseconds for a compiler that saves it nothing.
 */
const SESSION_OPTIONS = '-c jit=off';

const sessionSettings = (statementTimeoutMs: number): pg.PoolConfig => ({
  options: SESSION_OPTIONS,
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: statementTimeoutMs + ANSWER_GRACE_MS,
});

/**
 * Takes a connection from the pool for one piece of work. A broken connection is closed; a failed statement does not
 * close it.
 */
async function withConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, breakOff: () => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw asDatabaseError(error);
  });
  let broken = false;
  const breakOff = (): void => {
    broken = true;
  };
  client.on('error', breakOff);
  try {
    return await work(client, breakOff);
  } catch (error) {
    if (isDatabaseUnavailable(error)) broken = true;
    throw error;
  } finally {
    client.off('error', breakOff);
    client.release(broken);
  }
}

function connectServer(options: ServerOptions): Omit<Database, 'read'> {
  const statementTimeoutMs = options.statementTimeoutMs ?? 15_000;
  const pool = new pg.Pool({
    ...reachServers(options.url),
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // PostgreSQL has a process of 3 to 6 MB for each connection.
    idleTimeoutMillis: 10_000,
    application_name: options.applicationName ?? 'parley',
    ...(options.directUrl === undefined ? sessionSettings(statementTimeoutMs) : { Client: PooledClient }),
    // Without this a statement would wait forever for a frozen server (SIGSTOP).
    query_timeout: statementTimeoutMs + ANSWER_GRACE_MS,
    keepAlive: true,
  });
  // Without a listener a broken connection in the pool would end the process.
  pool.on('error', (error) => options.onIdleError?.(error));
  // The same for a connection that breaks while it enters or leaves the pool, when it has no other listener: its next user
  // gets a failing statement.
  pool.on('connect', (client) => client.on('error', () => {}));
  const limits = { maxWait: CONNECT_TIMEOUT_MS + ANSWER_GRACE_MS, timeout: statementTimeoutMs + ANSWER_GRACE_MS };
  /** The client and its query compiler take 25 MB, and a process may never need them. */
  const prisma = onFirstCall(async () => {
    const { openPrisma } = await import('./prisma-connection.ts');
    return openPrisma(pool, limits);
  });

  const query = <Row>(statement: Statement) => withConnection(pool, (client) => runStatement<Row>(client, statement));

  const transaction = <T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> =>
    withConnection(pool, (client, breakOff) => runTransaction(client, breakOff, work));

  return {
    url: options.directUrl ?? options.url,
    pool,
    prisma: makeLazyPrisma(async () => (await prisma.get()).client),
    query,
    transaction,
    prismaTransaction: (work) => traced(TRANSACTION_SPAN, async () => (await prisma.get()).transaction(work)),
    watchDue: makeDueWatch({ query }),
    ping: async () => {
      await query({ text: 'SELECT 1' });
    },
    close: async () => {
      await (await prisma.opened())?.client.$disconnect();
      await pool.end();
    },
  };
}

/**
 * Connects lazily. When the server restarts, running statements fail with {@link DatabaseUnavailable}, and the pool
 * reconnects automatically.
 */
export function connectDatabase({
  readUrl,
  onReplicaAside = () => {},
  onReplicaBack = () => {},
  onRead = () => {},
  ...options
}: ConnectOptions): Database {
  const primary = connectServer(options);
  if (readUrl === undefined) return { ...primary, read: (work) => work(primary) };
  const replica = connectServer({ ...options, url: readUrl, directUrl: undefined });
  return {
    ...primary,
    read: makeReadFrom({ primary, replica, onAside: onReplicaAside, onBack: onReplicaBack, onRead }),
    close: async () => {
      await replica.close();
      await primary.close();
    },
  };
}
