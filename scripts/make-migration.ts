import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diffFromSchema, migrate } from '@parley/database/migrations/migrate';
import { MIGRATIONS_DIRECTORY } from '@parley/database/migrations/migration-files';
import { startEmbeddedPostgres } from '@parley/embedded-postgres/start';
import { assertNextMigration, migrationNames } from './migrations/released-migrations.ts';

// npm run migration -- <name>: writes the SQL that brings the newest migration to prisma/schema, as a new migration.
const [name] = process.argv.slice(2);
assertNextMigration(name, migrationNames(process.cwd()));
const directory = await mkdtemp(join(tmpdir(), 'parley-migration-'));
const server = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres'), fast: true });
try {
  await migrate(server.url);
  const sql = await diffFromSchema(server.url);
  if (sql === null) {
    console.log('prisma/schema and the migrations agree: nothing to do.');
  } else {
    await mkdir(join(MIGRATIONS_DIRECTORY, name), { recursive: true });
    await writeFile(join(MIGRATIONS_DIRECTORY, name, 'migration.sql'), sql);
    console.log(`Wrote prisma/migrations/${name}/migration.sql. Read it before you commit it.`);
  }
} finally {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}
