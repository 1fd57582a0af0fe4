import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compareDatabase, type SchemaProblem } from './compare-database.ts';

const SCHEMA = new URL('../../prisma/schema/', import.meta.url);
const stored = readdirSync(SCHEMA).map((name) => ({ name, text: readFileSync(new URL(name, SCHEMA), 'utf8') }));

/** The problems between two schemas of one file each. */
const compare = (before: string, after: string): SchemaProblem[] =>
  compareDatabase([{ name: 'cats.prisma', text: before }], [{ name: 'cats.prisma', text: after }]);
const textsOf = (problems: readonly SchemaProblem[]): string => problems.map(({ text }) => text).join();

/** A schema with one model of these lines. */
const cats = (...lines: string[]): string =>
  `model Owner {\n  id Int @id\n\n  @@map("owners")\n}\n\nmodel Cat {\n${lines.map((line) => `  ${line}`).join('\n')}\n\n  @@map("cats")\n}\n`;
const ID = 'id Int @id @default(autoincrement())';

const BREAKS: readonly [what: string, before: string, after: string, problem: string][] = [
  ['a dropped table', cats(ID), 'model Owner {\n  id Int @id\n\n  @@map("owners")\n}\n', 'cats is dropped or renamed'],
  ['a dropped column', cats(ID, 'name String?'), cats(ID), 'cats.name is dropped or renamed'],
  [
    'a renamed column',
    cats(ID, 'name String? @map("name")'),
    cats(ID, 'name String? @map("full_name")'),
    'cats.name is dropped',
  ],
  ['a changed type', cats(ID, 'age Int?'), cats(ID, 'age String?'), 'was Int, and is String'],
  [
    'a changed database type',
    cats(ID, 'at DateTime? @db.Timestamptz(3)'),
    cats(ID, 'at DateTime? @db.Date'),
    'was DateTime @db.Timestamptz(3)',
  ],
  ['a new required column', cats(ID), cats(ID, 'name String'), 'new, and required without a default'],
  [
    'a default of the client alone',
    cats(ID),
    cats(ID, 'at DateTime @updatedAt'),
    'new, and required without a default',
  ],
  ['a column that became required', cats(ID, 'age Int?'), cats(ID, 'age Int @default(1)'), 'may write null'],
  ['a lost default', cats(ID, 'age Int @default(1)'), cats(ID, 'age Int'), 'has lost its default'],
];

test.each(BREAKS)('%s breaks the promise', (_, before, after, problem) => {
  expect(textsOf(compare(before, after))).toContain(problem);
});

test('new tables, nullable columns, columns with a default, lists and relations keep it', () => {
  const after = cats(
    ID,
    'name String?',
    'state String @default("new")',
    'tags String[]',
    'owner Owner? @relation(fields: [id], references: [id])',
  );
  expect(compare(cats(ID), `${after}\nmodel Dog {\n  id Int @id\n  name String\n}\n`)).toEqual([]);
  expect(compareDatabase(stored, stored)).toEqual([]);
});

test('columns and tables that the last release ignores may be dropped', () => {
  expect(compare(cats(ID, 'name String? @ignore'), cats(ID))).toEqual([]);
  expect(compare(cats(ID, '@@ignore'), 'model Owner {\n  id Int @id\n\n  @@map("owners")\n}\n')).toEqual([]);
});

test('every table of prisma/schema is read', () => {
  const problems = compareDatabase(stored, []);
  expect(problems).toHaveLength(stored.flatMap(({ text }) => text.match(/^model /gm) ?? []).length);
  expect(textsOf(problems)).toContain('messages is dropped');
});

test('a problem has the file and line of the thing in the schema that has it', () => {
  const before = cats(ID, 'name String?', 'age Int?');
  expect(compare(before, cats(ID, 'age String?', 'paws Int'))).toEqual([
    { text: expect.stringContaining('cats.name is dropped'), side: 'before', file: 'cats.prisma', line: 9 },
    { text: 'cats.age was Int, and is String', side: 'after', file: 'cats.prisma', line: 9 },
    { text: expect.stringContaining('cats.paws is new'), side: 'after', file: 'cats.prisma', line: 10 },
  ]);
  expect(compare(before, '')).toEqual([
    { text: expect.stringContaining('owners is dropped'), side: 'before', file: 'cats.prisma', line: 1 },
    { text: expect.stringContaining('cats is dropped'), side: 'before', file: 'cats.prisma', line: 7 },
  ]);
});
