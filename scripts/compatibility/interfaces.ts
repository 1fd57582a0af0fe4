import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions, readVersion } from '../release/version.ts';

/** The documents of the interfaces that a release keeps compatible. */
export const BUS = 'docs/bus-contracts.json';
export const APIS = ['docs/openapi.json', 'docs/openapi-operator.json'];
export const SCHEMA = 'prisma/schema';
export const RELEASES = 'docs/releases';

/** The interfaces of a tree or a release, by the paths of their documents in a tree. */
export interface Interfaces {
  /** Its name for a person, such as `0.1.0`. */
  name: string;
  /** The content of a document; null if it has none. */
  read(path: string): string | null;
  /** The names of the files of prisma/schema. */
  schemaFiles(): string[];
  /** Where a person finds a document. */
  placeOf(path: string): string;
}

const readOrNull = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);
const prismaFiles = (names: readonly string[]): string[] => names.filter((name) => name.endsWith('.prisma')).sort();
const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

export const interfacesOfTree = (root: string): Interfaces => ({
  name: 'this tree',
  read: (path) => readOrNull(join(root, path)),
  schemaFiles: () => prismaFiles(filesIn(join(root, SCHEMA))),
  placeOf: (path) => path,
});

/** The place of a document in the folder of a release. */
export const placeInRelease = (version: string, path: string): string =>
  `${RELEASES}/${version}/${path.replace(/^docs\//, '').replace(/^prisma\//, '')}`;

export const interfacesOfRelease = (root: string, version: string): Interfaces => ({
  name: version,
  read: (path) => readOrNull(join(root, placeInRelease(version, path))),
  schemaFiles: () => prismaFiles(filesIn(join(root, placeInRelease(version, SCHEMA)))),
  placeOf: (path) => placeInRelease(version, path),
});

export function git(root: string, ...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return status === 0 ? stdout : null;
}

/** The interfaces of a commit, which `git show` prints at the places that problems name. */
export const interfacesOfCommit = (root: string, commit: string, name: string): Interfaces => ({
  name,
  read: (path) => git(root, 'show', `${commit}:${path}`),
  schemaFiles: () => prismaFiles(git(root, 'ls-tree', '--name-only', `${commit}:${SCHEMA}`)?.split('\n') ?? []),
  placeOf: (path) => `${commit}:${path}`,
});

/** The releases that have a folder, the newest first. */
export const releasesOf = (root: string): string[] =>
  filesIn(join(root, RELEASES))
    .filter((name) => readVersion(name) !== null)
    .sort((a, b) => compareVersions(b, a));

/** The newest tag of a release; null in a clone without tags. */
export const lastTag = (root: string): string | null =>
  git(root, 'tag', '--list', 'v*', '--sort=-version:refname')?.split('\n')[0] || null;

/** The commit at which this tree left the main branch; null if that branch is not here, or this is it. */
export function mergeBase(root: string): string | null {
  for (const branch of ['origin/main', 'main']) {
    const base = git(root, 'merge-base', 'HEAD', branch)?.trim();
    if (base) return base.slice(0, 12);
  }
  return null;
}
