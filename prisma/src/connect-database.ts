import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/client.ts';
import { asDatabaseError, type Sql, type Statement } from './sql.ts';

/** A database of one process: hand-written statements and Prisma over the same connections. */
export interface Database extends Sql {
  prisma: PrismaClient;
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
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

const run = async <Row>(
  target: pg.Pool | pg.PoolClient,
  statement: Statement,
): Promise<{ rows: Row[]; rowCount: number }> => {
  try {
    const result = await target.query(statement as pg.QueryConfig); // safe: the same members
    // safe: the statement's author says what a row looks like
    return { rows: result.rows as Row[], rowCount: result.rowCount ?? 0 };
  } catch (error) {
    throw asDatabaseError(error);
  }
};

/**
 * Connects lazily. A server that restarts costs the statements under way a {@link DatabaseUnavailable}, and nothing
 * else: the pool connects again by itself.
 */
export function connectDatabase(options: ConnectOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    application_name: options.applicationName ?? 'parley',
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    keepAlive: true,
  });
  // Without a listener a connection that breaks in the pool would end the process.
  pool.on('error', (error) => options.onIdleError?.(error));
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });

  async function transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw asDatabaseError(error);
    });
    let broken: Error | undefined;
    const onError = (error: Error): void => {
      broken = error;
    };
    client.on('error', onError);
    try {
      await run(client, { text: 'BEGIN' });
      const result = await work({ query: (statement) => run(client, statement) });
      await run(client, { text: 'COMMIT' });
      return result;
    } catch (error) {
      await run(client, { text: 'ROLLBACK' }).catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error(String(failure));
      });
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  return {
    prisma,
    query: (statement) => run(pool, statement),
    transaction,
    ping: async () => {
      await run(pool, { text: 'SELECT 1' });
    },
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
