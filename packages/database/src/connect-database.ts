import type { PrismaClient } from '@parley/prisma/client';
import pg from 'pg';
import { makePrisma, type PrismaTransaction, runPrismaTransaction } from './prisma-connection.ts';
import { asDatabaseError, isDatabaseUnavailable, type Sql, type Statement } from './sql.ts';

/** A database of one process: hand-written statements and Prisma over the same connections. */
export interface Database extends Sql {
  /** For a session outside the pool. */
  url: string;
  /** For what needs a connection of its own; everything else goes through the members below. */
  pool: pg.Pool;
  /** Its errors are those of statements: what the driver said, or {@link DatabaseUnavailable}. */
  prisma: PrismaClient;
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** The same with the Prisma client and statements on one connection. Not for hot paths: it costs about twice as much. */
  prismaTransaction<T>(work: (transaction: PrismaTransaction) => Promise<T>): Promise<T>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  url: string;
  /** Default 10: on two cores more connections only queue inside PostgreSQL. */
  maxConnections?: number;
  applicationName?: string;
  /** Default 15 s. */
  statementTimeoutMs?: number;
  /** Told about connections that broke while nobody used them. */
  onIdleError?: (error: Error) => void;
}

const CONNECT_TIMEOUT_MS = 5000;
const ANSWER_GRACE_MS = 5000;
/**
 * Every statement looks rows up by an index. The planner, which plans a prepared statement once and knows nothing yet of a
 * table that is new, would choose to read small tables whole, and go on doing so when they have grown.
 */
const PLANNER_SETTINGS = [
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'plan_cache_mode=force_generic_plan',
  'jit=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

async function run<Row>(client: pg.PoolClient, statement: Statement): Promise<{ rows: Row[]; rowCount: number }> {
  try {
    const result = await client.query(statement as pg.QueryConfig); // safe: the same members
    // safe: the statement's author says what a row looks like
    return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 };
  } catch (error) {
    throw asDatabaseError(error);
  }
}

/** A connection of the pool for one piece of work; a broken one is closed, one that only saw a wrong statement stays. */
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

/**
 * Connects lazily. A server that restarts costs the statements under way a {@link DatabaseUnavailable}, and nothing
 * else: the pool connects again by itself.
 */
export function connectDatabase(options: ConnectOptions): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? 15_000;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    application_name: options.applicationName ?? 'parley',
    options: PLANNER_SETTINGS,
    statement_timeout: statementTimeoutMs,
    // A server that is stopped, not ended, would otherwise be waited for forever.
    query_timeout: statementTimeoutMs + ANSWER_GRACE_MS,
    idle_in_transaction_session_timeout: statementTimeoutMs + ANSWER_GRACE_MS,
    keepAlive: true,
  });
  // Without a listener a connection that breaks in the pool would end the process.
  pool.on('error', (error) => options.onIdleError?.(error));
  // Nor may one that breaks on its way into or out of the pool, when for a moment nobody else listens: whoever uses it
  // next is told by the failing statement.
  pool.on('connect', (client) => client.on('error', () => {}));
  const prisma = makePrisma(pool);
  const limits = { maxWait: CONNECT_TIMEOUT_MS + ANSWER_GRACE_MS, timeout: statementTimeoutMs + ANSWER_GRACE_MS };

  const query = <Row>(statement: Statement) => withConnection(pool, (client) => run<Row>(client, statement));

  const transaction = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
    withConnection(pool, async (client, breakOff) => {
      await run(client, { text: 'BEGIN' });
      try {
        const result = await work({ query: (statement) => run(client, statement) });
        await run(client, { text: 'COMMIT' });
        return result;
      } catch (error) {
        await run(client, { text: 'ROLLBACK' }).catch(breakOff);
        throw error;
      }
    });

  return {
    url: options.url,
    pool,
    prisma,
    query,
    transaction,
    prismaTransaction: (work) => runPrismaTransaction(prisma, limits, run, work),
    ping: async () => {
      await query({ text: 'SELECT 1' });
    },
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
