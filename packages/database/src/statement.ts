import {
  type Column,
  encodeParameter,
  type Parameter,
  type ParametersOf,
  type ParsedColumn,
  parseColumn,
  type RowOf,
  type TypeName,
} from './column.ts';
import type { Sql } from './sql.ts';

/** What test/statements/statements.test.ts compares with the database. */
export interface StatementDescription {
  name: string;
  text: string;
  parameters: readonly ParsedColumn[];
  columns: readonly (ParsedColumn & { name: string })[];
}

/** Every statement of the process, by name. */
const defined = new Map<string, StatementDescription>();
export const definedStatements = (): StatementDescription[] => [...defined.values()];

/** A prepared statement whose parameters and rows are known, and compared with the migrated database by a test. */
export interface Statement<Parameters, Row> {
  all(sql: Sql, parameters: Parameters): Promise<Row[]>;
  /** The first row, or null. */
  first(sql: Sql, parameters: Parameters): Promise<Row | null>;
  /** How many rows it wrote. */
  run(sql: Sql, parameters: Parameters): Promise<number>;
}

/** A prepared statement over many rows at once. No items: no call. */
export interface BatchStatement<Item, Parameters, Row> {
  all(sql: Sql, items: readonly Item[], parameters: Parameters): Promise<Row[]>;
  run(sql: Sql, items: readonly Item[], parameters: Parameters): Promise<number>;
}

interface Definition {
  /** `<owner>.<what>`, unique: the name it is prepared under. */
  name: string;
  text: string;
}

const snakeCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Turns a driver's row, an array, into an object; throws on a null that was not declared. */
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
    return row as RowOf<Columns>; // safe: one value per declared column, of the type that the check compares
  };
}

function define(
  { name, text }: Definition,
  parameters: readonly ParsedColumn[],
  columns: readonly (ParsedColumn & { name: string })[],
): void {
  if (defined.has(name)) throw new Error(`Two statements are named ${name}.`);
  defined.set(name, { name, text, parameters, columns });
}

const listColumns = (row: Record<string, Column>) =>
  Object.entries(row).map(([key, column]) => ({ ...parseColumn(column), key, name: snakeCase(key) }));
const listParameters = (parameters: Record<string, Parameter>) =>
  Object.entries(parameters).map(([key, parameter]) => ({ key, ...parseColumn(parameter) }));

/**
 * Defines a statement: `$1`, `$2`, … are `params` in their order; the columns that it returns are the keys of `row` in
 * snake_case, in their order.
 */
export function defineStatement<
  const Params extends Record<string, Parameter> = Record<never, never>,
  const Row extends Record<string, Column> = Record<never, never>,
>(definition: Definition & { params?: Params; row?: Row }): Statement<ParametersOf<Params>, RowOf<Row>> {
  const parameters = listParameters(definition.params ?? {});
  const columns = listColumns(definition.row ?? {});
  const { name, text } = definition;
  define(definition, parameters, columns);
  const read = makeReader<Row>(name, columns);
  const query = (sql: Sql, given: Record<string, unknown>) =>
    sql.query<unknown[]>({
      name,
      text,
      values: parameters.map(({ key, type }) => encodeParameter(type, given[key])),
      rowMode: 'array',
    });
  const all = async (sql: Sql, given: ParametersOf<Params>) => (await query(sql, given)).rows.map(read);
  return {
    all,
    first: async (sql, given) => (await all(sql, given))[0] ?? null,
    run: async (sql, given) => (await query(sql, given)).rowCount,
  };
}

/**
 * Defines a statement over many items: `$1`, `$2`, … are the arrays of each member of `items` in their order, for
 * `unnest`; the `params` come after them.
 */
export function defineBatchStatement<
  const Items extends Record<string, Parameter>,
  const Params extends Record<string, Parameter> = Record<never, never>,
  const Row extends Record<string, Column> = Record<never, never>,
>(
  definition: Definition & { items: Items; params?: Params; row?: Row },
): BatchStatement<ParametersOf<Items>, ParametersOf<Params>, RowOf<Row>> {
  const members = listParameters(definition.items);
  const parameters = listParameters(definition.params ?? {});
  const columns = listColumns(definition.row ?? {});
  const { name, text } = definition;
  // safe: no array of arrays is declared, the driver would not take one
  const arrays = members.map((member) => ({ ...member, mark: '' as const, type: `${member.type}[]` as TypeName }));
  define(definition, [...arrays, ...parameters], columns);
  const read = makeReader<Row>(name, columns);
  const query = (sql: Sql, items: readonly Record<string, unknown>[], given: Record<string, unknown>) =>
    sql.query<unknown[]>({
      name,
      text,
      values: [
        ...members.map(({ key, type }) => items.map((item) => encodeParameter(type, item[key]))),
        ...parameters.map(({ key, type }) => encodeParameter(type, given[key])),
      ],
      rowMode: 'array',
    });
  return {
    all: async (sql, items, given) => (items.length === 0 ? [] : (await query(sql, items, given)).rows.map(read)),
    run: async (sql, items, given) => (items.length === 0 ? 0 : (await query(sql, items, given)).rowCount),
  };
}
