import { parseEnvironment } from '@parley/runtime/environment';
import { migrate } from './migrate.ts';
import { MIGRATIONS_DIRECTORY } from './migration-files.ts';
import { DEFAULT_LOCK_WAIT } from './run-migration.ts';

const { DATABASE_URL, DATABASE_DIRECT_URL } = parseEnvironment(process.env);
const url = DATABASE_DIRECT_URL ?? DATABASE_URL;
if (!url) throw new Error('DATABASE_URL: set it to the PostgreSQL database to migrate.');
const onWait = (name: string, attempt: number): void =>
  console.log(`The migration ${name} waits for its locks (attempt ${attempt}).`);
// migrate-apart.ts listens, if that is what started this program.
const applied = await migrate(url, MIGRATIONS_DIRECTORY, { ...DEFAULT_LOCK_WAIT, onWait }).catch((error: unknown) => {
  process.send?.({ failure: error instanceof Error ? error.message : String(error) });
  throw error;
});
process.send?.({ applied });
console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
