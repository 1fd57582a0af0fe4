import pg from 'pg';
import {
  asProtocol,
  type DriverQuery,
  type FieldDescription,
  forgetSubmitted,
  type ProtocolConnection,
  sendStatement,
} from '../connection/pg-internals.ts';
import type { ResultRows } from '../sql.ts';

/** One statement of a batch, with its caller. */
export interface WaitingStatement {
  /** Empty for an unprepared statement. */
  name: string;
  text: string;
  /** In the server's form. */
  values: (string | Buffer | null)[];
  /** Whether a row is an array of values instead of an object. */
  isArray: boolean;
  resolve(result: ResultRows): void;
  reject(error: unknown): void;
}

interface Column {
  name: string;
  parse(text: string): unknown;
}

/** Columns of the prepared statements of a connection: the server describes each once. */
const described = new WeakMap<pg.Connection, Map<string, Column[]>>();

function columnsOf(connection: pg.Connection): Map<string, Column[]> {
  const known = described.get(connection) ?? new Map<string, Column[]>();
  described.set(connection, known);
  return known;
}

const toColumn = ({ name, dataTypeID }: FieldDescription): Column => ({
  name,
  parse: pg.types.getTypeParser(dataTypeID, 'text'),
});

/** The last number of `INSERT 0 5`, `UPDATE 5` or `SELECT 5`. */
const countOf = (commandTag: string): number => Number(commandTag.slice(commandTag.lastIndexOf(' ') + 1)) || 0;

/**
 * Statements that are sent to the server in one write with one Sync at their end, so that the server skips those after
 * a failed one. No caller gets a result before all of them are done. The driver runs it like its own queries:
 * `client.query(batch)`.
 */
export class StatementBatch implements DriverQuery {
  /** Called once, when everything is answered. */
  callback: () => void = () => {};
  readonly #statements: readonly WaitingStatement[];
  readonly #results: ResultRows[] = [];
  #connection: ProtocolConnection | null = null;
  #known: Map<string, Column[]> = new Map();
  #columns: Column[] = [];
  #rows: unknown[] = [];
  #hasFailed = false;

  constructor(statements: readonly WaitingStatement[]) {
    this.#statements = statements;
  }

  get #current(): WaitingStatement | undefined {
    return this.#statements[this.#results.length];
  }
  get name(): string {
    return this.#current?.name ?? '';
  }
  get text(): string {
    return this.#current?.text ?? '';
  }

  submit(given: pg.Connection): void {
    const connection = asProtocol(given);
    this.#connection = connection;
    this.#known = columnsOf(connection);
    connection.stream.cork();
    try {
      for (const statement of this.#statements) sendStatement(connection, statement, !this.#known.has(statement.name));
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    this.#expectAnswer();
  }

  #expectAnswer(): void {
    this.#rows = [];
    this.#columns = this.#known.get(this.name) ?? [];
  }

  handleRowDescription({ fields }: { fields: FieldDescription[] }): void {
    this.#columns = fields.map(toColumn);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const values = this.#columns.map(({ parse }, index) => {
      const text = fields[index];
      return text === null || text === undefined ? null : parse(text);
    });
    this.#rows.push(
      this.#current?.isArray
        ? values
        : Object.fromEntries(this.#columns.map(({ name }, index) => [name, values[index]])),
    );
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (this.name !== '') this.#known.set(this.name, this.#columns);
    this.#results.push({ rows: this.#rows, rowCount: countOf(text) });
    this.#expectAnswer();
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  /** The current statement failed, or the connection broke: later statements were not run. */
  handleError(error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    const notRun = this.#statements.slice(this.#results.length).map(({ name }) => name);
    if (this.#connection) forgetSubmitted(this.#connection, notRun);
    for (const { reject } of this.#statements) reject(error);
    this.callback();
  }

  handleReadyForQuery(): void {
    this.#statements.forEach(({ resolve, reject }, index) => {
      const result = this.#results[index];
      if (result) resolve(result);
      else reject(new Error('The server left a statement without an answer.'));
    });
    this.callback();
  }
}
