import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export const MIGRATIONS = 'prisma/migrations';
export const RELEASED = `${MIGRATIONS}/released.json`;

const ReleasedMigration = z.object({
  name: z.string(),
  /** The SHA-256 of its SQL, as in `_prisma_migrations` of every database that has it. */
  sha256: z.string(),
  /** The first release that has it. */
  release: z.string(),
});
export type ReleasedMigration = z.infer<typeof ReleasedMigration>;

const sqlPath = (name: string): string => `${MIGRATIONS}/${name}/migration.sql`;
const hashOf = (root: string, name: string): string =>
  createHash('sha256')
    .update(readFileSync(join(root, sqlPath(name))))
    .digest('hex');

/** The migrations of a tree, in order of application. */
export const migrationNames = (root: string): string[] =>
  readdirSync(join(root, MIGRATIONS), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/** Every migration that a release contains. */
export const readReleased = (root: string): ReleasedMigration[] =>
  existsSync(join(root, RELEASED))
    ? z.array(ReleasedMigration).parse(JSON.parse(readFileSync(join(root, RELEASED), 'utf8')))
    : [];

/** The content of released.json once `release` is out: its new migrations are added. */
export function withReleased(root: string, release: string): string {
  const released = readReleased(root);
  const known = new Set(released.map(({ name }) => name));
  const added = migrationNames(root)
    .filter((name) => !known.has(name))
    .map((name) => ({ name, sha256: hashOf(root, name), release }));
  return `${JSON.stringify([...released, ...added], null, 2)}\n`;
}

/**
 * Migrations that break the promise of a release: changed or removed ones, and new ones that a database would apply
 * before those that it has.
 */
export function findMigrationProblems(root: string): string[] {
  const names = migrationNames(root);
  const released = readReleased(root);
  const changed = released.flatMap(({ name, sha256, release }) => {
    if (!names.includes(name)) return [`${RELEASED}:1: ${name} was released with ${release}, and is gone`];
    if (hashOf(root, name) === sha256) return [];
    return [`${sqlPath(name)}:1: was released with ${release}, and is changed: write a new migration instead`];
  });
  const last = released.at(-1)?.name ?? '';
  const misplaced = names
    .filter((name) => name < last && !released.some((one) => one.name === name))
    .map((name) => `${sqlPath(name)}:1: comes before ${last}, which is released`);
  const twice = names
    .filter((name, at) => name.slice(0, 4) === names[at - 1]?.slice(0, 4))
    .map((name) => `${sqlPath(name)}:1: has the number of another migration`);
  return [...changed, ...misplaced, ...twice];
}

/** Throws unless a new migration may have this name. */
export function assertNextMigration(name: string | undefined, existing: readonly string[]): asserts name is string {
  const next = String(Number(existing.at(-1)?.slice(0, 4) ?? 0) + 1).padStart(4, '0');
  if (!name || !/^\d{4}_[a-z0-9_]+$/.test(name) || !name.startsWith(`${next}_`))
    throw new Error(`Name the migration like ${next}_ordered_option: the next four digits, then its purpose.`);
}
