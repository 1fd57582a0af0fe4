import pg from 'pg';
import { pollUntil } from './poll-until.ts';

/** A table that nobody can use until it is released. */
export interface HeldTable {
  /** Resolves when somebody stands still in a statement that comes to the table, told by a part of its text. */
  waiting(statement: string): Promise<true>;
  release(): Promise<void>;
}

const DEADLINE_MS = 20_000;

/**
 * Holds a table, so that a worker stands still in the statement that comes to it. PostgreSQL shows the first 1,024 characters
 * of a statement.
 */
export async function holdTable(url: string, table: string): Promise<HeldTable> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  const standsStill = async (statement: string): Promise<true | null> => {
    const { rowCount } = await client.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
      [`%${statement}%`],
    );
    // What a transaction sees of others' activity stays as it first saw it.
    await client.query('SELECT pg_stat_clear_snapshot()');
    return (rowCount ?? 0) > 0 || null;
  };
  return {
    waiting: (statement) =>
      pollUntil(() => standsStill(statement), {
        deadlineMs: DEADLINE_MS,
        everyMs: 1,
        what: () => `somebody to stand in ${statement}`,
      }),
    async release() {
      await client.query('ROLLBACK');
      await client.end();
    },
  };
}

/** Ends the statements of killed workers, as the server does when it notices that nobody listens any more. */
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
