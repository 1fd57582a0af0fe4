import type pg from 'pg';
import { type Column, readTables, type Table } from './read-tables.ts';

/** A schema, as far as a release that writes to it depends on it. */
export interface WrittenSchema {
  tables: ReadonlyMap<string, Table>;
  /** Checks, foreign keys and unique indexes, as `table: name`. */
  rules: ReadonlySet<string>;
}

const RULES = `
  SELECT c.relname || ': ' || k.conname AS rule FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
   WHERE k.connamespace = 'public'::regnamespace AND k.contype IN ('c', 'f', 'x') AND NOT c.relispartition
  UNION
  SELECT c.relname || ': ' || i.indexrelid::regclass FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
   WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace AND NOT c.relispartition`;

export async function readWrittenSchema(client: pg.Client): Promise<WrittenSchema> {
  const { rows } = await client.query<{ rule: string }>(RULES);
  return { tables: await readTables(client), rules: new Set(rows.map(({ rule }) => rule)) };
}

const mayBeLeftOut = ({ isRequired, hasDefault }: Column): boolean => !isRequired || hasDefault;

function narrowingOf(was: Column, is: Column | undefined): string | null {
  if (!is) return 'is gone';
  if (was.type !== is.type) return `was ${was.type}, and is ${is.type}`;
  if (!was.isRequired && is.isRequired) return 'may no longer be null';
  if (mayBeLeftOut(was) && !mayBeLeftOut(is)) return 'has lost its default';
  const lost = was.allowed?.filter((value) => is.allowed && !is.allowed.includes(value)) ?? [];
  if (lost.length > 0) return `no longer allows ${lost.join(', ')}`;
  return null;
}

/** Everything by which a later schema could refuse what a release writes. */
export function findNarrowings(before: WrittenSchema, after: WrittenSchema): string[] {
  const columns = Array.from(before.tables.values()).flatMap(({ name: table, columns: old }) => {
    const now = after.tables.get(table);
    if (!now) return [`${table} is gone`];
    const kept = old.flatMap((column) => {
      const narrowing = narrowingOf(
        column,
        now.columns.find(({ name }) => name === column.name),
      );
      return narrowing === null ? [] : [`${table}.${column.name} ${narrowing}`];
    });
    const added = now.columns.filter(
      (column) => !old.some(({ name }) => name === column.name) && !mayBeLeftOut(column),
    );
    return [...kept, ...added.map(({ name }) => `${table}.${name} is new, and required without a default`)];
  });
  const rules = [...after.rules].filter(
    (rule) => !before.rules.has(rule) && before.tables.has(rule.split(':')[0] ?? ''),
  );
  return [...columns, ...rules.map((rule) => `${rule} is a new rule for rows that the release writes`)];
}
