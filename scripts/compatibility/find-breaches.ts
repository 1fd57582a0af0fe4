import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { findMigrationProblems, MIGRATIONS, migrationNames } from '../migrations/released-migrations.ts';
import { type Breach, compareInterfaces } from './compare-interfaces.ts';
import { findLockProblems } from './find-lock-problems.ts';
import {
  git,
  type Interfaces,
  interfacesOfCommit,
  interfacesOfRelease,
  interfacesOfTree,
  lastTag,
  mergeBase,
  releasesOf,
} from './interfaces.ts';

/** Changes of what no release has yet, with their reasons; `npm run release` empties it. */
export const UNRELEASED = 'docs/releases/unreleased.json';

const Allowed = z.record(z.string(), z.string().min(1));

/** The changes that {@link UNRELEASED} allows, as problems name them. */
function allowedTexts(root: string): Set<string> {
  const path = join(root, UNRELEASED);
  return new Set(existsSync(path) ? Object.keys(Allowed.parse(JSON.parse(readFileSync(path, 'utf8')))) : []);
}

/** The first line that differs between two texts. */
function firstDifference(before: string, after: string): number {
  const was = before.split('\n');
  const at = after.split('\n').findIndex((line, nth) => line !== was[nth]);
  return at === -1 ? after.split('\n').length : at + 1;
}

/** Migrations of a commit that this tree changes or lacks. */
function compareMigrations(root: string, commit: string): Breach[] {
  const tree = interfacesOfTree(root);
  const names = git(root, 'ls-tree', '-d', '--name-only', `${commit}:${MIGRATIONS}`)?.split('\n').filter(Boolean) ?? [];
  return names.flatMap((name) => {
    const path = `${MIGRATIONS}/${name}/migration.sql`;
    const [was, is] = [git(root, 'show', `${commit}:${path}`), tree.read(path)];
    if (was === null || was === is) return [];
    if (is === null) return [{ place: `${commit}:${path}:1`, text: `${name} is gone` }];
    return [
      { place: `${path}:${firstDifference(was, is)}`, text: `${name} is changed: write a new migration instead` },
    ];
  });
}

/** Migrations that would harm a large table. The first one runs on an empty database. */
function findLocks(root: string): Breach[] {
  const tree = interfacesOfTree(root);
  const sqlOf = (name: string): string => tree.read(`${MIGRATIONS}/${name}/migration.sql`) ?? '';
  const [first = '', ...later] = migrationNames(root);
  let earlier = sqlOf(first);
  return later.flatMap((name) => {
    const sql = sqlOf(name);
    const found = findLockProblems(sql, earlier);
    earlier += sql;
    return found.map(({ text, line }) => ({ place: `${MIGRATIONS}/${name}/migration.sql:${line}`, text }));
  });
}

/** The names of what a broken promise was found against, by its text. */
class Found {
  readonly #byText = new Map<string, { place: string; names: string[] }>();
  add(name: string, breaches: readonly Breach[]): void {
    for (const { place, text } of breaches) {
      const known = this.#byText.get(text);
      if (known) known.names.push(name);
      else this.#byText.set(text, { place, names: [name] });
    }
  }
  lines(): string[] {
    return Array.from(
      this.#byText,
      ([text, { place, names }]) => `${place}: ${text} (compared with ${[...new Set(names)].join(', ')})`,
    );
  }
}

export interface Compared {
  /** The names of what this tree was compared with. */
  with: string[];
  /** A line for each broken promise, which begins with its file and line. */
  problems: string[];
}

/**
 * Compares a tree with the newest release in it, with the newest tag, and with the commit at which it left the main branch,
 * as far as there are any (docs/operations/upgrading.md#the-promise).
 */
export function findBreaches(root: string): Compared {
  const tree = interfacesOfTree(root);
  const [newest, earlier] = releasesOf(root).map((version) => interfacesOfRelease(root, version));
  const found = new Found();
  const names: string[] = [];
  const report = ({ name }: Interfaces, breaches: readonly Breach[]): void => {
    names.push(name);
    found.add(name, breaches);
  };
  if (newest) report(newest, compareInterfaces(newest, tree));
  // The tree of a release itself equals its folder.
  if (newest && earlier) report(earlier, compareInterfaces(earlier, newest));
  const tag = lastTag(root);
  if (tag !== null) {
    const before = interfacesOfCommit(root, tag, tag);
    report(before, [...compareMigrations(root, tag), ...compareInterfaces(before, tree)]);
  }
  const base = mergeBase(root);
  if (base !== null) {
    const before = interfacesOfCommit(root, base, base);
    const allowed = allowedTexts(root);
    const breaches = compareInterfaces(before, tree).filter(({ text }) => !allowed.has(text));
    report(before, [...compareMigrations(root, base), ...breaches]);
  }
  const locks = findLocks(root).map(({ place, text }) => `${place}: ${text}`);
  return { with: names, problems: [...findMigrationProblems(root), ...locks, ...found.lines()] };
}
