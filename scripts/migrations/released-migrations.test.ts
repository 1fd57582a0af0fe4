import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { assertNextMigration, findMigrationProblems, readReleased, withReleased } from './released-migrations.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let root: string;
const addMigration = (name: string, sql = 'SELECT 1;\n'): void => {
  mkdirSync(join(root, 'prisma/migrations', name), { recursive: true });
  writeFileSync(join(root, 'prisma/migrations', name, 'migration.sql'), sql);
};
const release = (version: string): void =>
  writeFileSync(join(root, 'prisma/migrations/released.json'), withReleased(root, version));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-migrations-'));
  addMigration('0001_init');
  release('0.1.0');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('0.1.0 contains the first migration, and no released migration of this tree is changed', () => {
  expect(readReleased(ROOT)[0]).toMatchObject({ name: '0001_init', release: '0.1.0' });
  expect(findMigrationProblems(ROOT)).toEqual([]);
});

test('a release adds its migrations to those of the releases before it', () => {
  addMigration('0002_cats');
  addMigration('0003_dogs');
  release('0.2.0');
  release('0.3.0');
  expect(readReleased(root).map((one) => `${one.name} ${one.release}`)).toEqual([
    '0001_init 0.1.0',
    '0002_cats 0.2.0',
    '0003_dogs 0.2.0',
  ]);
  expect(findMigrationProblems(root)).toEqual([]);
});

test('a released migration that is changed is a problem, and a new one may still be changed', () => {
  addMigration('0002_cats');
  addMigration('0002_cats', 'SELECT 2;\n');
  expect(findMigrationProblems(root)).toEqual([]);
  addMigration('0001_init', 'SELECT 2;\n');
  expect(findMigrationProblems(root)).toEqual([
    'prisma/migrations/0001_init/migration.sql:1: was released with 0.1.0, and is changed: write a new migration instead',
  ]);
});

test('a released migration that is gone, and squashed ones, are a problem', () => {
  rmSync(join(root, 'prisma/migrations/0001_init'), { recursive: true });
  addMigration('0001_all');
  expect(findMigrationProblems(root)).toEqual([
    'prisma/migrations/released.json:1: 0001_init was released with 0.1.0, and is gone',
    'prisma/migrations/0001_all/migration.sql:1: comes before 0001_init, which is released',
  ]);
});

test('two migrations with one number are a problem', () => {
  addMigration('0002_cats');
  addMigration('0002_dogs');
  expect(findMigrationProblems(root)).toEqual([
    'prisma/migrations/0002_dogs/migration.sql:1: has the number of another migration',
  ]);
});

test('a new migration has the next number, never that of an existing one', () => {
  expect(() => assertNextMigration('0002_cats', ['0001_init'])).not.toThrow();
  for (const name of ['0001_init', '0001_cats', '0003_cats', 'cats', undefined])
    expect(() => assertNextMigration(name, ['0001_init'])).toThrow('Name the migration like 0002_ordered_option');
});
