import type { Statement as QueryStatement, ResultRows, Sql, Unsent } from '../sql.ts';
import {
  type Column,
  encodeArray,
  encodeParameter,
  type Parameter,
  type ParametersOf,
  type ParsedColumn,
  parseColumn,
  type RowOf,
  type TypeName,
} from './column.ts';
import { unsentStatement } from './unsent.ts';

/** The declaration that test/statements/statements.test.ts compares with the database. */
export interface StatementDescription {
  name: string;
  text: string;
  plan: 'index' | undefined;
  parameters: readonly ParsedColumn[];
  /** The members of a batch's items in snake_case, in the order of their arrays; they are the first parameters. */
  items: readonly string[];
  columns: readonly (ParsedColumn & { name: string })[];
}

/** Every statement of the process, by name. */
const defined = new Map<string, StatementDescription>();
export const definedStatements = (): StatementDescription[] => [...defined.values()];

/** A prepared statement with declared parameters and rows, which a test compares with the migrated database. */
export interface Statement<Parameters, Row> {
  all(sql: Sql, parameters: Parameters): Promise<Row[]>;
  /** The first row, or null. */
  first(sql: Sql, parameters: Parameters): Promise<Row | null>;
  /** Returns the number of written rows. */
  run(sql: Sql, parameters: Parameters): Promise<number>;
  /** The statement and its rows, for the last write of a transaction. */
  unsent(parameters: Parameters): Unsent<Row[]>;
}

/** A prepared statement over many rows at once. Without items nothing is sent. */
export interface BatchStatement<Item, Parameters, Row> {
  all(sql: Sql, items: readonly Item[], parameters: Parameters): Promise<Row[]>;
  run(sql: Sql, items: readonly Item[], parameters: Parameters): Promise<number>;
  /** The statement and its rows, for the last write of a transaction. */
  unsent(items: readonly Item[], parameters: Parameters): Unsent<Row[]>;
}

interface Definition {
  /** `<owner>.<what>`, unique: the name of the prepared statement. */
  name: string;
  text: string;
  /**
   * Required by statements that run with every message, delivery or turn, and for pages of the largest lists
   * (docs/adr/0019-plans.md).
   */
  plan?: 'index';
}

/** The items of a batch as rows in SQL. The lists are written from `items`, so that no column gets another one's array. */
export interface ItemRows {
  /** `unnest(…) AS alias(…)`: the columns are the members of the items in snake_case. */
  as(alias: string): string;
  /** The same with `ord`, the position of the item, from 1. */
  numbered(alias: string): string;
}

function makeItemRows(members: readonly { key: string; type: TypeName }[]): ItemRows {
  const arrays = members.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  const names = members.map(({ key }) => snakeCase(key)).join(', ');
  return {
    as: (alias) => `unnest(${arrays}) AS ${alias}(${names})`,
    numbered: (alias) => `unnest(${arrays}) WITH ORDINALITY AS ${alias}(${names}, ord)`,
  };
}

// safe: statements ask for rows as arrays
const rowsOf = ({ rows }: ResultRows): unknown[][] => rows as unknown[][];

const snakeCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Converts a driver's row, an array, to an object; throws on an undeclared null. */
function makeReader<Columns extends Record<string, Column>>(
  name: string,
  columns: readonly (ParsedColumn & { name: string; key: string })[],
): (values: readonly unknown[]) => RowOf<Columns> {
  return (values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index++) {
      const column = columns[index];
      if (!column) continue;
      const value = values[index];
      if (value === null && column.mark !== '?') throw new TypeError(`${name}: ${column.name} is null.`);
      row[column.key] = value === null || column.decode === undefined ? value : column.decode(value);
    }
    return row as RowOf<Columns>; // safe: one value per declared column, of the type that the test checks
  };
}

function define(
  { name, text, plan }: Definition,
  parameters: readonly ParsedColumn[],
  columns: readonly (ParsedColumn & { name: string })[],
  items: readonly string[] = [],
): void {
  if (defined.has(name)) throw new Error(`Two statements are named ${name}.`);
  defined.set(name, { name, text, plan, parameters, items, columns });
}

const listColumns = (row: Record<string, Column>) =>
  Object.entries(row).map(([key, column]) => ({ ...parseColumn(column), key, name: snakeCase(key) }));
const listParameters = (parameters: Record<string, Parameter>) =>
  Object.entries(parameters).map(([key, parameter]) => ({ key, ...parseColumn(parameter) }));

/**
 * Defines a statement: `$1`, `$2`, … are `params` in order; the returned columns are the keys of `row` in
 * snake_case, in order.
 */
export function defineStatement<
  const Params extends Record<string, Parameter> = Record<never, never>,
  const Row extends Record<string, Column> = Record<never, never>,
>(definition: Definition & { params?: Params; row?: Row }): Statement<ParametersOf<Params>, RowOf<Row>> {
  const parameters = listParameters(definition.params ?? {});
  const columns = listColumns(definition.row ?? {});
  const { name, text, plan } = definition;
  define(definition, parameters, columns);
  const read = makeReader<Row>(name, columns);
  const bind = (given: Record<string, unknown>): QueryStatement => ({
    name,
    text,
    values: parameters.map(({ key, type }) => encodeParameter(type, given[key])),
    rowMode: 'array',
    plan,
  });
  const query = (sql: Sql, given: Record<string, unknown>) => sql.query<unknown[]>(bind(given));
  const all = async (sql: Sql, given: ParametersOf<Params>) => (await query(sql, given)).rows.map(read);
  return {
    all,
    first: async (sql, given) => (await all(sql, given))[0] ?? null,
    run: async (sql, given) => (await query(sql, given)).rowCount,
    unsent: (given) => unsentStatement(bind(given), (result) => rowsOf(result).map(read)),
  };
}

/**
 * Defines a statement over many items: `$1`, `$2`, … are the arrays of each member of `items` in order; the `params`
 * follow them. A `text` that is a function gets the items as rows.
 */
export function defineBatchStatement<
  const Items extends Record<string, Parameter>,
  const Params extends Record<string, Parameter> = Record<never, never>,
  const Row extends Record<string, Column> = Record<never, never>,
>(
  definition: Omit<Definition, 'text'> & {
    text: string | ((items: ItemRows) => string);
    items: Items;
    params?: Params;
    row?: Row;
  },
): BatchStatement<ParametersOf<Items>, ParametersOf<Params>, RowOf<Row>> {
  const members = listParameters(definition.items);
  const parameters = listParameters(definition.params ?? {});
  const columns = listColumns(definition.row ?? {});
  const { name, plan } = definition;
  const text = typeof definition.text === 'string' ? definition.text : definition.text(makeItemRows(members));
  // safe: no array of arrays is declared, which the driver would not accept
  const arrays = members.map((member) => ({ ...member, mark: '' as const, type: `${member.type}[]` as TypeName }));
  define(
    { name, text, plan },
    [...arrays, ...parameters],
    columns,
    members.map(({ key }) => snakeCase(key)),
  );
  const read = makeReader<Row>(name, columns);
  const bind = (items: readonly Record<string, unknown>[], given: Record<string, unknown>): QueryStatement => ({
    name,
    text,
    values: [
      ...members.map(({ key, type }) =>
        encodeArray(
          type,
          items.map((item) => item[key]),
        ),
      ),
      ...parameters.map(({ key, type }) => encodeParameter(type, given[key])),
    ],
    rowMode: 'array',
    plan,
  });
  const query = (sql: Sql, items: readonly Record<string, unknown>[], given: Record<string, unknown>) =>
    sql.query<unknown[]>(bind(items, given));
  return {
    all: async (sql, items, given) => (items.length === 0 ? [] : (await query(sql, items, given)).rows.map(read)),
    run: async (sql, items, given) => (items.length === 0 ? 0 : (await query(sql, items, given)).rowCount),
    unsent: (items, given) =>
      unsentStatement(items.length === 0 ? null : bind(items, given), (result) => rowsOf(result).map(read)),
  };
}
