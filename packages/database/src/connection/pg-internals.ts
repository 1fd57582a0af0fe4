import type pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

// Everything that Parley uses of the driver beyond its documented interface. package.json pins the exact version, and
// test/driver-internals.test.ts fails when the version or one of these members changes.

/** The driver's version that this file was written for. */
export const PG_VERSION = '8.23.1';

/** The text or bytes of a parameter for the server. */
export const encodeValue: (value: unknown) => string | Buffer | null = prepareValue;

/** The driver's description of a column; its type package omits it. */
export interface FieldDescription {
  name: string;
  dataTypeID: number;
  /** Number of the column's table; 0 for a computed column. */
  tableID: number;
  columnID: number;
}

/** The driver's calls while it runs an object of {@link pg.Client.query}, in the order of the server's answers. */
export interface DriverQuery extends pg.Submittable {
  /** Name of the statement that is being answered: when it is parsed, the driver records it as prepared. */
  readonly name: string;
  readonly text: string;
  /** The driver wraps it, to clear its timeout. */
  callback: () => void;
  handleRowDescription(message: { fields: FieldDescription[] }): void;
  handleDataRow(message: { fields: (string | null)[] }): void;
  handleCommandComplete(message: { text: string }): void;
  handleEmptyQuery(): void;
  handleError(error: unknown): void;
  handleReadyForQuery(): void;
}

/** A connection with the driver's records of prepared statements: text by name. */
export type ProtocolConnection = pg.Connection & {
  parsedStatements: Record<string, string | undefined>;
  submittedNamedStatements: Record<string, string | undefined>;
};

// safe: the driver keeps both records on every connection
export const asProtocol = (connection: pg.Connection): ProtocolConnection => connection as ProtocolConnection;

/** Sends one statement without a Sync. An empty name is an unprepared statement. */
export function sendStatement(
  connection: ProtocolConnection,
  { name, text, values }: { name: string; text: string; values: (string | Buffer | null)[] },
  wantsColumns: boolean,
): void {
  const { parsedStatements: parsed, submittedNamedStatements: submitted } = connection;
  if (name === '' || (parsed[name] ?? submitted[name]) === undefined) connection.parse({ name, text, types: [] }, true);
  if (name !== '' && parsed[name] === undefined) submitted[name] = text;
  connection.bind({ statement: name, values }, true);
  if (wantsColumns) connection.describe({ type: 'P' }, true);
  connection.execute(null, true);
}

/** Forgets statements that were sent but not run: the server may not have parsed them. */
export function forgetSubmitted(connection: ProtocolConnection, names: Iterable<string>): void {
  for (const name of names) delete connection.submittedNamedStatements[name];
}
