import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { explainStatement, walkPlan } from './describe-statement.ts';
import { loadStatements, ownerOf, ROOT, SOURCES } from './load-statements.ts';
import { openClient } from './open-client.ts';
import { readOwners } from './read-owners.ts';
import { readTables } from './read-tables.ts';

const { statements, owners: statementOwners } = await loadStatements();
const rows = readOwners();
const writersOf = new Map(rows.flatMap(({ tables, writers }) => tables.map((table) => [table, writers] as const)));

const getClient = openClient();
/** Tables of the schema; a partition maps to its table. */
const tableOf = new Map<string, string>();

beforeAll(async () => {
  const { rows: tables } = await getClient().query<{ name: string; whole: string }>(
    `SELECT c.relname::text AS name, coalesce(p.relname, c.relname)::text AS whole
       FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> '_prisma_migrations'`,
  );
  for (const { name, whole } of tables) tableOf.set(name, whole);
});

describe('the table of owners in docs/architecture.md', () => {
  test('names every table of the schema once and no other', () => {
    const documented = rows.flatMap(({ tables }) => tables);
    expect(documented.toSorted()).toEqual([...new Set(tableOf.values())].toSorted());
  });

  test('gives a reason for each table with more than one writer', () => {
    expect(rows.filter(({ writers, reason }) => writers.length !== 1 && reason === '')).toEqual([]);
  });
});

/** The writes that the table of owners forbids, as `<what> writes <table>`. */
const forbidden = (writes: readonly { what: string; owner: string; table: string }[]): string[] =>
  writes
    .filter(({ owner, table }) => !writersOf.get(table)?.includes(owner))
    .map(({ what, owner, table }) => `${what} of ${owner} writes ${table}`);

test('a statement writes only tables of its owner', async () => {
  const writes = [];
  for (const statement of statements) {
    const plan = await explainStatement(getClient(), statement);
    for (const node of walkPlan(plan)) {
      if (node['Node Type'] !== 'ModifyTable') continue;
      const relation = node['Relation Name'] ?? '';
      const owner = statementOwners.get(statement.name) ?? '';
      writes.push({ what: statement.name, owner, table: tableOf.get(relation) ?? relation });
    }
  }
  expect(writes.length).toBeGreaterThan(0);
  expect(forbidden(writes)).toEqual([]);
});

/** `prisma.device.update(`, `device.create(`. It does not find nested writes or renamed models. */
const PRISMA_WRITE = /\b(\w+)\s*\.(?:create|update|delete|upsert)(?:Many)?(?:AndReturn)?\(/g;

test('a use of the Prisma client writes only tables of its owner', () => {
  const models = readTables();
  expect([...models.values()].filter((table) => !writersOf.has(table))).toEqual([]);
  const writes = SOURCES.filter((file) => !file.startsWith('packages/testing/')).flatMap((file) =>
    [...readFileSync(ROOT + file, 'utf8').matchAll(PRISMA_WRITE)].flatMap(([, model = '']) => {
      const table = models.get(model);
      return table === undefined ? [] : [{ what: file, owner: ownerOf(file), table }];
    }),
  );
  expect(forbidden(writes)).toEqual([]);
});

/** DDL of partitions takes no parameters: names and bounds are part of its text. */
const WITH_DDL = /^services\/(webhook-delivery|accounts)\/src\/[a-z]+\/partition\.store\.ts$/;
/** The connection itself, code that creates, starts and tests databases, and the reader of other systems' databases. */
const MAY_QUERY = /^packages\/(database|embedded-postgres|testing)\/|^apps\/parley\/src\/move-in\/source-database\.ts$/;

test('no source runs SQL that is not a defined statement', () => {
  const found = SOURCES.filter((file) => !MAY_QUERY.test(file) && !WITH_DDL.test(file))
    .map((file) => ({ file, source: readFileSync(ROOT + file, 'utf8') }))
    .filter(({ source }) => /from '(@parley\/database\/|@parley\/prisma\/|pg')/.test(source))
    .filter(({ source }) => /\.query(<[^()]*>)?\(|\.\$(query|execute)Raw/.test(source));
  expect(found.map(({ file }) => file)).toEqual([]);
});
