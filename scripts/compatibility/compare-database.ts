import type { Problem } from './problem.ts';

/** A file of prisma/schema. */
export interface SchemaFile {
  name: string;
  text: string;
}

interface Place {
  file: string;
  line: number;
}

/** A column as prisma/schema declares it. */
interface Column extends Place {
  /** With its database type, such as `DateTime @db.Timestamptz(3)`. */
  type: string;
  isOptional: boolean;
  isList: boolean;
  hasDefault: boolean;
  isIgnored: boolean;
}
interface Table extends Place {
  columns: Map<string, Column>;
  isIgnored: boolean;
}

const MODEL = /^model (\w+) \{\n([\s\S]*?)^\}/gm;
const COLUMN = /^ {2}(\w+)\s+(Unsupported\("[^"]*"\)|\w+)(\[\])?(\?)?(.*)$/;

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** The columns of a model whose first column is on line `first`; relations are no columns. */
function readColumns(body: string, file: string, first: number, models: ReadonlySet<string>): Map<string, Column> {
  const columns = new Map<string, Column>();
  for (const [nth, line] of body.split('\n').entries()) {
    const [, field, kind = '', list, optional, attributes = ''] = COLUMN.exec(line) ?? [];
    if (field === undefined || models.has(kind)) continue;
    const [, mapped = field] = /@map\("([^"]+)"\)/.exec(attributes) ?? [];
    columns.set(mapped, {
      file,
      line: first + nth,
      type: [kind, /@db\.\w+(\([^)]*\))?/.exec(attributes)?.[0]].filter(Boolean).join(' '),
      isOptional: optional !== undefined,
      isList: list !== undefined,
      hasDefault: /@default\(/.test(attributes),
      isIgnored: /@ignore\b/.test(attributes),
    });
  }
  return columns;
}

/** The tables of prisma/schema by their names in the database. */
function readTables(schema: readonly SchemaFile[]): Map<string, Table> {
  const models = schema.flatMap(({ name, text }) =>
    Array.from(text.matchAll(MODEL), ({ 1: model = '', 2: body = '', index }) => ({
      model,
      body,
      file: name,
      line: lineAt(text, index),
    })),
  );
  const names = new Set(models.map(({ model }) => model));
  return new Map(
    models.map(({ model, body, file, line }) => {
      const [, table = model] = /@@map\("([^"]+)"\)/.exec(body) ?? [];
      const columns = readColumns(body, file, line + 1, names);
      return [table, { columns, file, line, isIgnored: /@@ignore\b/.test(body) }];
    }),
  );
}

const mayBeLeftOut = ({ isOptional, isList, hasDefault }: Column): boolean => isOptional || isList || hasDefault;

/** The change of a column that both schemas have, if it breaks the promise. */
function changeOf(was: Column, is: Column): string | null {
  if (was.type !== is.type || was.isList !== is.isList) return `was ${was.type}, and is ${is.type}`;
  if (was.isOptional && !is.isOptional) return 'is newly required: the last release may write null';
  if (mayBeLeftOut(was) && !mayBeLeftOut(is)) return 'has lost its default';
  return null;
}

/** A problem of prisma/schema, with the name of its file. */
export interface SchemaProblem extends Problem {
  file: string;
}

/**
 * Differences that keep a release from working on the other's schema: `before` and `after` are the files of
 * prisma/schema (docs/operations/upgrading.md#the-promise).
 */
export function compareDatabase(before: readonly SchemaFile[], after: readonly SchemaFile[]): SchemaProblem[] {
  const gone = (text: string, { file, line }: Place): SchemaProblem => ({ text, side: 'before', file, line });
  const changed = (text: string, { file, line }: Place): SchemaProblem => ({ text, side: 'after', file, line });
  const now = readTables(after);
  return Array.from(readTables(before)).flatMap(([table, was]) => {
    const is = now.get(table);
    if (!is)
      return was.isIgnored
        ? []
        : [gone(`${table} is dropped or renamed: mark it with @@ignore for one release first`, was)];
    const kept = Array.from(was.columns).flatMap(([name, column]) => {
      const next = is.columns.get(name);
      if (next) {
        const change = changeOf(column, next);
        return change === null ? [] : [changed(`${table}.${name} ${change}`, next)];
      }
      if (column.isIgnored) return [];
      return [gone(`${table}.${name} is dropped or renamed: mark it with @ignore for one release first`, column)];
    });
    const added = Array.from(is.columns)
      .filter(([name, column]) => !was.columns.has(name) && !mayBeLeftOut(column))
      .map(([name, column]) =>
        changed(`${table}.${name} is new, and required without a default: the last release does not write it`, column),
      );
    return [...kept, ...added];
  });
}
