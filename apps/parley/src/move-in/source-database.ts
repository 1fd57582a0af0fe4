import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { at } from '@parley/common/at';
import pg from 'pg';
import { loadDriver } from './load-driver.ts';

export type SourceRow = Record<string, unknown>;

/** A value of a row as text; empty for none. */
export const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** Whether a switch of a row is on: each database has its own form of true. */
export const isSet = (value: unknown): boolean => value === true || value === 1 || value === 'true' || value === '1';

/** The database of another system, which is only read. */
export interface SourceDatabase {
  /** `?` stands for a value. */
  query(text: string, values?: readonly (string | number)[]): Promise<SourceRow[]>;
  /** A name as this database quotes it. */
  quote(name: string): string;
  tables(): Promise<Set<string>>;
  close(): Promise<void>;
}

const CONNECT_MS = 10_000;

/** Connection errors without the address, which contains a password. */
function explain(error: unknown): Error {
  const code = error instanceof Error ? (Reflect.get(error, 'code') ?? error.message) : error;
  return new Error(`The source's database cannot be read: ${String(code)}.`, { cause: error });
}

const namesOf = (rows: readonly SourceRow[]): Set<string> => new Set(rows.map(({ name }) => String(name)));

async function openPostgres(url: string): Promise<SourceDatabase> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => {});
  await client.connect().catch((error: unknown) => {
    throw explain(error);
  });
  await client.query('SET default_transaction_read_only = on');
  const query: SourceDatabase['query'] = async (text, values = []) => {
    let count = 0;
    const numbered = text.replaceAll('?', () => `$${++count}`);
    const { rows } = await client.query<SourceRow>(numbered, [...values]);
    return rows;
  };
  return {
    query,
    quote: (name) => `"${name}"`,
    tables: async () =>
      namesOf(
        await query(
          'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ANY (current_schemas(false))',
        ),
      ),
    close: () => client.end(),
  };
}

interface MySql {
  createConnection(options: { uri: string; connectTimeout: number }): Promise<{
    query(text: string, values: readonly unknown[]): Promise<[unknown, unknown]>;
    end(): Promise<void>;
  }>;
}

async function openMySql(uri: string): Promise<SourceDatabase> {
  // safe: the interface of the package
  const { createConnection } = (await loadDriver('mysql2/promise')) as MySql;
  const connection = await createConnection({ uri, connectTimeout: CONNECT_MS }).catch((error: unknown) => {
    throw explain(error);
  });
  const query: SourceDatabase['query'] = async (text, values = []) => {
    const [rows] = await connection.query(text, values);
    // safe: only SELECT is asked
    return rows as SourceRow[];
  };
  return {
    query,
    quote: (name) => `\`${name}\``,
    tables: async () =>
      namesOf(await query('SELECT table_name AS name FROM information_schema.tables WHERE table_schema = database()')),
    close: () => connection.end(),
  };
}

interface SqlJs {
  default(): Promise<{
    Database: new (
      bytes: Uint8Array,
    ) => {
      prepare(text: string): {
        bind(values: readonly unknown[]): boolean;
        step(): boolean;
        getAsObject(): SourceRow;
        free(): boolean;
      };
      close(): void;
    };
  }>;
}

const pathOf = (url: string): string => (url.startsWith('file://') ? fileURLToPath(url) : url.replace(/^file:/, ''));

/**
 * The bytes of a SQLite file. What is only in its log would be missing, and the log is emptied by a clean stop: a log with
 * content means that the source runs, or was killed.
 */
async function readSqlite(url: string): Promise<Uint8Array> {
  const path = at(pathOf(url).split('?'), 0);
  const log = await stat(`${path}-wal`).catch(() => null);
  if (log && log.size > 0)
    throw new Error(
      `${path}-wal has content: the source still runs, or was not stopped cleanly. Stop it, then name a copy made with: sqlite3 ${path} "VACUUM INTO '${path}.copy'"`,
    );
  return readFile(path).catch((error: unknown) => {
    throw explain(error);
  });
}

async function openSqlite(url: string): Promise<SourceDatabase> {
  const bytes = await readSqlite(url);
  // safe: the interface of the package
  const { Database } = await ((await loadDriver('sql.js')) as SqlJs).default();
  const database = new Database(bytes);
  const query: SourceDatabase['query'] = async (text, values = []) => {
    const statement = database.prepare(text);
    try {
      statement.bind(values);
      const rows: SourceRow[] = [];
      while (statement.step()) rows.push(statement.getAsObject());
      return rows;
    } finally {
      statement.free();
    }
  };
  return {
    query,
    quote: (name) => `"${name}"`,
    tables: async () => namesOf(await query(`SELECT name FROM sqlite_master WHERE type IN ('table', 'view')`)),
    close: async () => database.close(),
  };
}

/** Opens `postgresql://…`, `mysql://…` or a SQLite file to read it. Its errors contain no password. */
export async function openSourceDatabase(url: string): Promise<SourceDatabase> {
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url);
  return /^(mysql|mariadb):\/\//.test(url) ? openMySql(url.replace(/^mariadb:/, 'mysql:')) : openSqlite(url);
}
