/** One statement; a name makes it a prepared statement of its connection. */
export interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
  /** Rows as arrays of values instead of objects. */
  rowMode?: 'array';
  /**
   * Planned for tables that grow (`plan-by-index.ts`), and so is everything after it in its transaction. Absent:
   * PostgreSQL's default plan.
   */
  plan?: 'index' | undefined;
}

/** The result of a statement. */
export interface ResultRows<Row = unknown> {
  rows: Row[];
  /** Number of returned or written rows. */
  rowCount: number;
}

/** Runs statements: the pool, or one transaction. */
export interface Sql {
  query<Row>(statement: Statement): Promise<ResultRows<Row>>;
}

/**
 * Statements that are not sent yet, and how to read their results. `sql.commitWith` takes such a value instead of a
 * function: nothing can await a result in between, which would send COMMIT before the statement that follows.
 */
export interface Unsent<T> {
  readonly statements: readonly Statement[];
  /** Reads one result for each statement, in order. */
  read(results: readonly ResultRows[]): T;
  /** Converts the error of a failed statement to that of the caller. */
  toError(error: unknown): unknown;
}

/** A transaction. Statements issued without awaiting in between are sent to the server in one write. */
export interface TransactionSql extends Sql {
  /**
   * Sends the last statements of the transaction, and COMMIT with them in one write. Resolves when all is committed;
   * nothing may be run after it.
   */
  commitWith<T>(last: Unsent<T>): Promise<T>;
}

/** The database is unreachable. The statement may or may not have run; the caller may retry later. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database is not available.', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** Whether an error means that the database is unavailable, not that the statement was wrong. */
export const isDatabaseUnavailable = (error: unknown): error is DatabaseUnavailable =>
  error instanceof DatabaseUnavailable;

/** Connection failures, shutdowns and too many connections; the rest are errors of the statement. */
const AWAY_SQLSTATE = /^(08...|57P0[1-4]|53300|25006)$/;
const AWAY_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT']);
const AWAY_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|query read timeout/i;

/** Converts a driver error that means "unavailable" to {@link DatabaseUnavailable}; returns other errors unchanged. */
export function asDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || error.name === 'DatabaseUnavailable') return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const away = AWAY_SQLSTATE.test(code) || AWAY_CODES.has(code) || AWAY_MESSAGES.test(error.message);
  return away ? new DatabaseUnavailable(error) : error;
}

/** SQLSTATE of a failed statement, or null. */
export function sqlState(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : null;
}

/** An int8 as a number: the driver returns a string, because not every int8 is a safe number. Throws beyond 2^53. */
export function asInt(value: string | number): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is not a safe integer.`);
  return number;
}
