import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBreaches } from './find-breaches.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const NAMES = 'prisma/migrations/released.json';
const SQL = 'CREATE TABLE cats (\n  id int PRIMARY KEY,\n  name text\n);\n';
const SHA = 'fa04f40c4f48a9e2b8b6b2cf5b9e9d1e';
const bus = (...names: string[]): string =>
  `{\n${names.map((name) => `"rpc.cats.${name}":{"input":{"type":"object"},"output":{"type":"object"}}`).join(',\n')}\n}\n`;
const api = (...names: string[]): string =>
  `{"paths":{\n${names.map((name) => `"/${name}":{"get":{"responses":{}}}`).join(',\n')}\n}}\n`;
const schema = (...columns: string[]): string =>
  `model Cat {\n  id Int @id\n${columns.map((column) => `  ${column}\n`).join('')}\n  @@map("cats")\n}\n`;

let root: string;
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@parley.example', ...args], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
const commit = (): void => {
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', 'Change');
};
/** Writes the folder of a release from the tree, as `npm run release` does. */
function release(version: string): void {
  for (const path of ['bus-contracts.json', 'openapi.json', 'openapi-operator.json'])
    cpSync(join(root, 'docs', path), join(root, 'docs/releases', version, path));
  cpSync(join(root, 'prisma/schema'), join(root, 'docs/releases', version, 'schema'), { recursive: true });
}
const check = (): string[] => findBreaches(root).problems;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-tree-'));
  write('docs/bus-contracts.json', bus('feed', 'pet'));
  write('docs/openapi.json', api('feed', 'pet'));
  write('docs/openapi-operator.json', api('adopt', 'vet'));
  write('prisma/schema/cats.prisma', schema('name String?', 'age Int?'));
  write('prisma/migrations/0001_init/migration.sql', SQL);
  release('0.1.0');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a tree without git is compared with the newest release in it, and each problem names its file and line', () => {
  expect(findBreaches(root)).toEqual({ with: ['0.1.0'], problems: [] });
  write('docs/bus-contracts.json', bus('feed'));
  write('docs/openapi.json', api('feed'));
  write('docs/openapi-operator.json', api('vet'));
  write('prisma/schema/cats.prisma', schema('age String?'));
  expect(check()).toEqual([
    'docs/releases/0.1.0/bus-contracts.json:3: rpc.cats.pet is gone (compared with 0.1.0)',
    'docs/releases/0.1.0/openapi.json:3: GET /pet is gone (compared with 0.1.0)',
    'docs/releases/0.1.0/openapi-operator.json:2: GET /adopt is gone (compared with 0.1.0)',
    'docs/releases/0.1.0/schema/cats.prisma:3: cats.name is dropped or renamed: mark it with @ignore for one release first (compared with 0.1.0)',
    'prisma/schema/cats.prisma:3: cats.age was Int, and is String (compared with 0.1.0)',
  ]);
});

test('a document that is gone is a problem', () => {
  rmSync(join(root, 'docs/openapi-operator.json'));
  expect(check()).toEqual(['docs/releases/0.1.0/openapi-operator.json:1: the document is gone (compared with 0.1.0)']);
});

test('the newest release counts, and is compared with the one before', () => {
  write('docs/openapi.json', api('feed', 'pet', 'wash'));
  release('0.9.0');
  write('docs/openapi.json', api('feed', 'wash'));
  release('0.10.0');
  expect(findBreaches(root)).toEqual({
    with: ['0.10.0', '0.9.0'],
    problems: ['docs/releases/0.9.0/openapi.json:3: GET /pet is gone (compared with 0.9.0)'],
  });
});

test('a released migration is frozen by its SHA-256, and locks name the line of their statement', () => {
  write(NAMES, `[{ "name": "0001_init", "sha256": "${SHA}", "release": "0.1.0" }]`);
  write(
    'prisma/migrations/0002_paws/migration.sql',
    '-- Paws.\nSELECT 1;\nALTER TABLE cats\n  ADD COLUMN n int NOT NULL;\n',
  );
  expect(check()).toEqual([
    'prisma/migrations/0001_init/migration.sql:1: was released with 0.1.0, and is changed: write a new migration instead',
    'prisma/migrations/0002_paws/migration.sql:3: adds a required column without a default: ALTER TABLE cats ADD COLUMN n int NOT NULL',
  ]);
});

test('a tag is compared as well: the folder of a release cannot be changed to hide a problem', () => {
  git('init', '--quiet', '--initial-branch', 'work');
  commit();
  git('tag', 'v0.1.0');
  write('docs/openapi.json', api('feed'));
  write('prisma/migrations/0001_init/migration.sql', SQL.replace('text', 'int'));
  release('0.1.0');
  expect(findBreaches(root)).toEqual({
    with: ['0.1.0', 'v0.1.0'],
    problems: [
      'prisma/migrations/0001_init/migration.sql:3: 0001_init is changed: write a new migration instead (compared with v0.1.0)',
      'v0.1.0:docs/openapi.json:3: GET /pet is gone (compared with v0.1.0)',
    ],
  });
});

test('a branch keeps what the main branch has, unless the change is allowed until a release has it', () => {
  git('init', '--quiet', '--initial-branch', 'main');
  write('docs/openapi.json', api('feed', 'pet', 'wash'));
  write('prisma/migrations/0002_paws/migration.sql', 'SELECT 1;\n');
  commit();
  git('checkout', '--quiet', '-b', 'work');
  commit();
  const base = git('rev-parse', '--short=12', 'main');
  expect(check()).toEqual([]);
  write('docs/openapi.json', api('feed', 'pet'));
  write('prisma/migrations/0002_paws/migration.sql', 'SELECT 1;\nSELECT 2;\n');
  const changed = `prisma/migrations/0002_paws/migration.sql:2: 0002_paws is changed: write a new migration instead (compared with ${base})`;
  expect(check()).toEqual([changed, `${base}:docs/openapi.json:4: GET /wash is gone (compared with ${base})`]);
  write('docs/releases/unreleased.json', '{ "GET /wash is gone": "Nothing calls it yet." }');
  expect(check()).toEqual([changed]);
  // A release that has it is not affected.
  write('docs/openapi.json', api('feed'));
  write('docs/releases/unreleased.json', '{ "GET /wash is gone": "Nothing.", "GET /pet is gone": "Nothing." }');
  expect(check()).toContain('docs/releases/0.1.0/openapi.json:3: GET /pet is gone (compared with 0.1.0)');
});

test('the script fails with the problems of the tree in which it runs', () => {
  const run = () =>
    spawnSync(
      process.execPath,
      ['--import', join(ROOT, 'node_modules/tsx/dist/loader.mjs'), join(ROOT, 'scripts/check-compatibility.ts')],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
  expect(run()).toMatchObject({ status: 0, stdout: 'Compatible with 0.1.0.\n' });
  write('docs/openapi.json', api('pet'));
  expect(run()).toMatchObject({
    status: 1,
    stderr: 'docs/releases/0.1.0/openapi.json:2: GET /feed is gone (compared with 0.1.0)\n',
  });
});
