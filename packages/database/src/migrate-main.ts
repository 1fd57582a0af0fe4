import { parseEnvironment } from '@parley/runtime/environment';
import { migrate } from './migrations/migrate.ts';
import { MIGRATIONS_DIRECTORY } from './migrations/migration-files.ts';
import { DEFAULT_LOCK_WAIT } from './migrations/run-migration.ts';

const onWait = (name: string, attempt: number): void =>
  console.log(`The migration ${name} waits for its locks (attempt ${attempt}).`);

try {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = parseEnvironment(process.env);
  const url = DATABASE_DIRECT_URL ?? DATABASE_URL;
  if (!url) throw new Error('DATABASE_URL: set it to the PostgreSQL database to migrate.');
  const applied = await migrate(url, MIGRATIONS_DIRECTORY, { ...DEFAULT_LOCK_WAIT, onWait });
  // migrate-apart.ts listens, if that is what started this program.
  process.send?.({ applied });
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
} catch (error) {
  const failure = error instanceof Error ? error.message : String(error);
  process.send?.({ failure });
  console.error(failure);
  process.exitCode = 1;
}
