import { readdirSync, readFileSync } from 'node:fs';
import type { StatementDescription } from '@parley/database/statement';
import { ROOT } from './load-statements.ts';
import { readModels } from './read-models.ts';

const ADR = 'docs/adr/0005-decide-in-typescript.md';

/** The first cells of the table under a heading of the ADR. */
function readFirstCells(heading: string): string[] {
  const [, section = ''] = readFileSync(ROOT + ADR, 'utf8').split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  return own
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|')[1]?.trim() ?? '');
}

/** The kinds of statements that the ADR keeps. */
export const readKinds = (): string[] => readFirstCells('What the client cannot say');

/** The hot statements of the ADR, by their names. */
export const readHotStatements = (): string[] =>
  readFirstCells('Hot statements').flatMap((cell) =>
    [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? []),
  );

const WRITES = /\b(?:INSERT INTO|DELETE FROM|(?<!\bDO |FOR |FOR NO KEY )UPDATE)\b/g;

/** Assignments that the client can write too: a parameter, a constant, the row of an upsert, a counter. */
const PLAIN = /^(?:\$\d+(?:::\w+)?|null|true|false|'[^']*'|-?\d+|excluded\.\w+|(\w+) [+-] (?:\$?\d+)(?:::\w+)?)$/i;

/** The text without its parenthesised parts. */
function withoutParentheses(text: string): string {
  const inner = text.replace(/\w*\([^()]*\)/g, '');
  return inner === text ? text : withoutParentheses(inner);
}

/** Whether a SET computes a column from other columns. */
function computesColumns(text: string): boolean {
  const clauses = withoutParentheses(text).matchAll(/\bSET ([\s\S]*?)(?=\b(?:FROM|WHERE|RETURNING)\b|$)/g);
  return [...clauses]
    .flatMap(([, clause = '']) => clause.split(','))
    .some((assignment) => {
      const [column = '', value = ''] = assignment.split(/ = /).map((part) => part.trim());
      const plain = PLAIN.exec(value);
      return !plain || (plain[1] !== undefined && plain[1] !== column);
    });
}

const models = readModels();
const tables = new Set(models.map(({ table }) => table));
const relatedTo = new Map(models.map((model) => [model.table, model.relatedTo]));

const NAMED =
  /(?<!\bDISTINCT |\bepoch |\bFOR |\bDO )\b(?:FROM|JOIN|INTO|UPDATE|USING)\s+((?:[a-z_]+\b(?!\s*[.(])(?:\s+(?:AS\s+)?[a-z_]+)?,?\s*)+)/g;

/** The tables, views and catalogs that a statement names; its own WITH queries are left out. */
function relationsOf(text: string): string[] {
  const own = new Set([...text.matchAll(/\b(\w+)(?:\s*\([^()]*\))? AS (?:MATERIALIZED )?\(/g)].map(([, name]) => name));
  const named = [...text.matchAll(NAMED)]
    .flatMap(([, list = '']) => list.split(','))
    .map((item) => item.trim().split(/\s/)[0]);
  return [...new Set(named)].flatMap((name) => (name && !own.has(name) ? [name] : []));
}

/** Whether a statement reads several tables at once that the schema does not join. */
function joinsUnrelated(text: string): boolean {
  const read = relationsOf(text).filter((name) => tables.has(name));
  return read.length > 1 && read.some((name) => !relatedTo.get(name)?.some((other) => read.includes(other)));
}

/** A text without qualifiers before columns, and with single spaces. */
const plainText = (text: string): string => text.replace(/\b[a-z]\w*\.(?=[a-z])/g, '').replace(/\s+/g, ' ');

/** Text that a statement must contain to use a partial index with values, or an expression index. */
const specialIndexes = readdirSync(`${ROOT}prisma/migrations`, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.sql'))
  .flatMap((file) => [
    ...readFileSync(`${ROOT}prisma/migrations/${file}`, 'utf8').matchAll(
      /^CREATE (?:UNIQUE )?INDEX \w+ ON \w+ (?:USING \w+ )?\((.*?)\)(?: WHERE (.*))?;$/gm,
    ),
  ])
  .map(([, columns = '', condition = '']) => [
    ...[...columns.matchAll(/\((.*)\)|\w+\(\w+\)/g)].map(([whole, inner]) => inner ?? whole),
    ...(/['\d]/.test(condition) ? [plainText(condition)] : []),
  ])
  .filter((needed) => needed.length > 0);

const usesSpecialIndex = (text: string): boolean =>
  specialIndexes.some((needed) => needed.every((part) => plainText(text).includes(part)));

/** Constructs that the Prisma client cannot express, by their names in the ADR's table. */
const CONSTRUCTS: Readonly<Record<string, (text: string) => boolean>> = {
  'row locks': (text) => /\bFOR (?:NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)\b/.test(text),
  'advisory locks': (text) => /\bpg_(?:try_)?advisory_/.test(text),
  'batches over `unnest`': (text) => /\bunnest\(/.test(text),
  'conflicts with a condition': (text) => /\bON CONFLICT\b[\s\S]*\bWHERE\b/.test(text),
  'several writes in one statement': (text) => (text.match(WRITES) ?? []).length > 1,
  'columns computed from columns': computesColumns,
  'writes that return joined rows': (text) =>
    /\bUPDATE\b[\s\S]*\bFROM\b[\s\S]*\bRETURNING\b/.test(withoutParentheses(text)),
  'deletes in an order, with a limit': (text) => /\bDELETE FROM\b[\s\S]*\bORDER BY\b[\s\S]*\bLIMIT\b/.test(text),
  'deletes that return rows': (text) => /\bDELETE FROM\b[\s\S]*\bRETURNING\b/.test(text),
  'joins of tables without a foreign key': joinsUnrelated,
  'lateral joins, windows, recursion': (text) => /\bLATERAL\b|\bOVER\b|\bWITH RECURSIVE\b/.test(text),
  'partial indexes and indexes over expressions': usesSpecialIndex,
  'inserts of what a row says': (text) => /\bINSERT INTO \w+ \([^()]*\)\s*SELECT\b[\s\S]*\bFROM \w+ /.test(text),
  patterns: (text) => / ~ /.test(text),
  'what the schema does not name': (text) => relationsOf(text).some((name) => !tables.has(name)),
  'clock, settings and snapshots of the server': (text) =>
    /\b(?:now|clock_timestamp|set_config|nextval|next_daily|pg_snapshot_\w+|pg_current_\w+)\(/.test(text),
  'aggregates of expressions': (text) => /\b(?:min|max|sum|count)\(\w+\(/.test(text),
  'aggregates with a condition of their own': (text) => /\bFILTER \(WHERE\b/.test(text),
};

export const KINDS = Object.keys(CONSTRUCTS);

/** The kinds of a statement; empty if the client could express it. */
export const kindsOf = ({ text }: Pick<StatementDescription, 'text'>): string[] =>
  KINDS.filter((kind) => CONSTRUCTS[kind]?.(text));
