import pg from 'pg';
import { pollUntil } from '../poll-until.ts';

/** A table that is locked against use, or against writes, until it is released. */
export interface HeldTable {
  /** Resolves when a connection of that application name waits for the table, or for a partition of it. */
  waitedForBy(application: string): Promise<true>;
  /** Resolves when a statement with this text is blocked on the table. */
  waiting(statement: string): Promise<true>;
  release(): Promise<void>;
}

/** The blocked process may have to start first. */
const WAITED_FOR_MS = 120_000;

/**
 * Locks a table, so that a worker blocks in the statement that reaches it. PostgreSQL shows the first 1,024 characters
 * of a statement. In the mode SHARE others can still read, and only writers block.
 */
export async function holdTable(
  url: string,
  table: string,
  mode: 'ACCESS EXCLUSIVE' | 'SHARE' = 'ACCESS EXCLUSIVE',
): Promise<HeldTable> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`);
  const standsStill = async (statement: string): Promise<true | null> => {
    const { rowCount } = await client.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
      [`%${statement}%`],
    );
    // Within a transaction the activity statistics are a snapshot.
    await client.query('SELECT pg_stat_clear_snapshot()');
    return (rowCount ?? 0) > 0 || null;
  };
  const isWaitedForBy = async (application: string): Promise<true | null> => {
    const { rowCount } = await client.query(
      `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid)
        WHERE NOT l.granted AND l.relation IN (SELECT relid FROM pg_partition_tree($1::regclass) UNION SELECT $1::regclass) AND a.application_name = $2`,
      [table, application],
    );
    await client.query('SELECT pg_stat_clear_snapshot()');
    return (rowCount ?? 0) > 0 || null;
  };
  return {
    waitedForBy: (application) =>
      pollUntil(() => isWaitedForBy(application), {
        deadlineMs: WAITED_FOR_MS,
        everyMs: 2,
        what: () => `${application} to wait for ${table}`,
      }),
    waiting: (statement) =>
      pollUntil(() => standsStill(statement), {
        everyMs: 1,
        what: () => `somebody to stand in ${statement}`,
      }),
    async release() {
      await client.query('ROLLBACK');
      await client.end();
    },
  };
}

/** Ends the statements of killed workers, as the server does when it notices that the client is gone. */
export async function endStatementsOf(url: string, applicationName: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = $1`,
    [applicationName],
  );
  await client.end();
}
