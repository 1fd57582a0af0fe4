import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const PACKAGE = dirname(createRequire(import.meta.url).resolve('@parley/prisma/package.json'));
export const MIGRATIONS_DIRECTORY = join(PACKAGE, 'migrations');
export const SCHEMA_DIRECTORY = join(PACKAGE, 'schema');

export interface MigrationFile {
  name: string;
  sql: string;
  /** SHA-256 of the SQL, as in `_prisma_migrations`. */
  checksum: string;
}

/** Every migration, in order of application. */
export async function readMigrations(directory = MIGRATIONS_DIRECTORY): Promise<MigrationFile[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(directory, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Every schema file as `[path, text]`. */
export async function readSchema(): Promise<[string, string][]> {
  const names = (await readdir(SCHEMA_DIRECTORY)).filter((name) => name.endsWith('.prisma')).sort();
  return Promise.all(
    names.map(
      async (name): Promise<[string, string]> => [
        join(SCHEMA_DIRECTORY, name),
        await readFile(join(SCHEMA_DIRECTORY, name), 'utf8'),
      ],
    ),
  );
}
