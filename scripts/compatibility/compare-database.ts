/** A column as prisma/schema declares it. */
interface Column {
  /** With its database type, such as `DateTime @db.Timestamptz(3)`. */
  type: string;
  isOptional: boolean;
  isList: boolean;
  hasDefault: boolean;
  isIgnored: boolean;
}
interface Table {
  columns: Map<string, Column>;
  isIgnored: boolean;
}

const MODEL = /^model (\w+) \{\n([\s\S]*?)^\}/gm;
const COLUMN = /^ {2}(\w+)\s+(Unsupported\("[^"]*"\)|\w+)(\[\])?(\?)?(.*)$/;

/** The tables of prisma/schema by their names in the database; relations are no columns. */
function readTables(schema: string): Map<string, Table> {
  const models = [...schema.matchAll(MODEL)];
  const names = new Set(models.map(([, name]) => name));
  const tables = new Map<string, Table>();
  for (const [, model = '', body = ''] of models) {
    const columns = new Map<string, Column>();
    for (const line of body.split('\n')) {
      const [, field, kind = '', list, optional, attributes = ''] = COLUMN.exec(line) ?? [];
      if (field === undefined || names.has(kind)) continue;
      const [, mapped = field] = /@map\("([^"]+)"\)/.exec(attributes) ?? [];
      columns.set(mapped, {
        type: [kind, /@db\.\w+(\([^)]*\))?/.exec(attributes)?.[0]].filter(Boolean).join(' '),
        isOptional: optional !== undefined,
        isList: list !== undefined,
        hasDefault: /@default\(/.test(attributes),
        isIgnored: /@ignore\b/.test(attributes),
      });
    }
    const [, table = model] = /@@map\("([^"]+)"\)/.exec(body) ?? [];
    tables.set(table, { columns, isIgnored: /@@ignore\b/.test(body) });
  }
  return tables;
}

const mayBeLeftOut = ({ isOptional, isList, hasDefault }: Column): boolean => isOptional || isList || hasDefault;

function compareColumn(was: Column, is: Column | undefined): string[] {
  if (!is) return was.isIgnored ? [] : ['is dropped or renamed: mark it with @ignore for one release first'];
  if (was.type !== is.type || was.isList !== is.isList) return [`was ${was.type}, and is ${is.type}`];
  if (was.isOptional && !is.isOptional) return ['is newly required: the last release may write null'];
  if (mayBeLeftOut(was) && !mayBeLeftOut(is)) return ['has lost its default'];
  return [];
}

/**
 * What keeps a release from working on the schema of the other: `before` and `after` are the texts of prisma/schema
 * (docs/operations/upgrading.md#the-promise).
 */
export function compareDatabase(before: string, after: string): string[] {
  const now = readTables(after);
  return Array.from(readTables(before)).flatMap(([table, was]) => {
    const is = now.get(table);
    if (!is)
      return was.isIgnored ? [] : [`${table} is dropped or renamed: mark it with @@ignore for one release first`];
    const changed = Array.from(was.columns).flatMap(([name, column]) =>
      compareColumn(column, is.columns.get(name)).map((problem) => `${table}.${name} ${problem}`),
    );
    const added = Array.from(is.columns)
      .filter(([name, column]) => !was.columns.has(name) && !mayBeLeftOut(column))
      .map(([name]) => `${table}.${name} is new, and required without a default: the last release does not write it`);
    return [...changed, ...added];
  });
}
