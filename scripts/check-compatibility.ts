import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BusContracts, compareBus } from './compatibility/compare-bus.ts';
import { compareDatabase } from './compatibility/compare-database.ts';
import { compareOpenApi, OpenApi } from './compatibility/compare-openapi.ts';
import { findLockProblems } from './compatibility/find-lock-problems.ts';

// Compares what a release promises to the one before it with the last tag (docs/operations/upgrading.md#the-promise).

const ROOT = process.cwd();
const BUS = 'docs/bus-contracts.json';
const API = 'docs/openapi.json';
const SCHEMA = 'prisma/schema';
const MIGRATIONS = 'prisma/migrations';

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return status === 0 ? stdout : null;
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const namesIn = (folder: string): string[] => readdirSync(join(ROOT, folder)).sort();
const joinSchema = (names: readonly string[], text: (path: string) => string): string =>
  names
    .filter((name) => name.endsWith('.prisma'))
    .map((name) => text(`${SCHEMA}/${name}`))
    .join('\n');

/** Problems against a release. A file that the release does not have yet is not compared. */
function compareWith(tag: string): string[] {
  const at = (path: string): string | null => git('show', `${tag}:${path}`);
  const namesAt = (folder: string): string[] => git('ls-tree', '--name-only', `${tag}:${folder}`)?.split('\n') ?? [];
  const [bus, api] = [at(BUS), at(API)];
  const schema = joinSchema(namesAt(SCHEMA), (path) => at(path) ?? '');
  const migrations = namesAt(MIGRATIONS).map((name) => `${MIGRATIONS}/${name}/migration.sql`);
  return [
    ...(bus === null ? [] : compareBus(BusContracts.parse(JSON.parse(bus)), BusContracts.parse(JSON.parse(read(BUS))))),
    ...(api === null ? [] : compareOpenApi(OpenApi.parse(JSON.parse(api)), OpenApi.parse(JSON.parse(read(API))))),
    ...compareDatabase(schema, joinSchema(namesIn(SCHEMA), read)),
    ...migrations
      .filter((path) => git('diff', '--quiet', tag, '--', path) === null)
      .map((path) => `${path} was released, and is changed`),
  ];
}

/** The first migration runs on an empty database. */
function findLocks(): string[] {
  const [first = '', ...later] = namesIn(MIGRATIONS);
  const sqlOf = (name: string): string => read(`${MIGRATIONS}/${name}/migration.sql`);
  let earlier = sqlOf(first);
  return later.flatMap((name) => {
    const sql = sqlOf(name);
    const problems = findLockProblems(sql, earlier).map((problem) => `${name} ${problem}`);
    earlier += sql;
    return problems;
  });
}

const tag = git('tag', '--list', 'v*', '--sort=-version:refname')?.split('\n')[0];
const problems = [...findLocks(), ...(tag ? compareWith(tag) : [])];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(tag ? `Compatible with ${tag}.` : 'There is no release to be compatible with: no tag v*.');
