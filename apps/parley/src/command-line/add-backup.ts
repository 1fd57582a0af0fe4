import { stat } from 'node:fs/promises';
import { parseEnvironment } from '@parley/runtime/environment';
import type { Command } from 'commander';
import { readBackupKey } from '../backup/backup-key.ts';

const KEY_FILE = ['--key-file <file>', 'file with the key; default: PARLEY_BACKUP_KEY'] as const;

interface Options {
  keyFile?: string;
  directory?: string;
  json?: true;
}

async function readSettings({ keyFile }: Options) {
  const environment = parseEnvironment(process.env);
  return { environment, key: await readBackupKey(keyFile, environment.PARLEY_BACKUP_KEY) };
}

async function create(file: string, options: Options): Promise<void> {
  const { createBackup } = await import('../backup/create-backup.ts');
  const { environment, key } = await readSettings(options);
  await createBackup({ environment, key, file });
  const { size } = await stat(file);
  console.log(`${file} is complete: ${Math.ceil(size / 1_048_576)} MB. Verify it: parley backup verify ${file}`);
  if (environment.PARLEY_ENCRYPTION_KEYS)
    console.log('PARLEY_ENCRYPTION_KEYS is not in it: a restore needs it from elsewhere.');
  if (environment.PARLEY_UPLOAD_S3_URL)
    console.log('Uploaded files are not in it: they are in the store of PARLEY_UPLOAD_S3_URL.');
}

async function restore(file: string, options: Options): Promise<void> {
  const { restoreBackup } = await import('../backup/restore-backup.ts');
  const { environment, key } = await readSettings(options);
  const manifest = await restoreBackup(file, key, environment.PARLEY_DATA_DIR);
  console.log(`${environment.PARLEY_DATA_DIR} is as it was at ${manifest.taken_at}. Start Parley on it.`);
  if (!manifest.has_encryption_keys)
    console.log('The encryption keys are not in the backup: set PARLEY_ENCRYPTION_KEYS as it was.');
  if (environment.PARLEY_UPLOAD_DIR)
    console.log(`Move ${environment.PARLEY_DATA_DIR}/uploads to ${environment.PARLEY_UPLOAD_DIR} first.`);
}

async function verify(file: string, options: Options): Promise<void> {
  const { verifyBackup } = await import('../backup/verify-backup.ts');
  const verified = await verifyBackup({ ...(await readSettings(options)), file, directory: options.directory });
  if (verified.problems.length > 0) process.exitCode = 1;
  if (options.json) {
    console.log(
      JSON.stringify({ taken_at: verified.takenAt, rows: verified.rows, problems: verified.problems }, null, 2),
    );
    return;
  }
  console.log(`The backup is the state of ${verified.takenAt}.`);
  for (const [table, count] of Object.entries(verified.rows))
    if (count > 0) console.log(`${table.padEnd(26)} ${count}`);
  for (const problem of verified.problems) console.log(`XX  ${problem}`);
  console.log(verified.problems.length === 0 ? 'It can be restored.' : `${verified.problems.length} problems.`);
}

/** `parley backup create|restore|verify` (docs/operations/backups.md). */
export function addBackup(program: Command): Command {
  const backup = program.command('backup').description('Back up the one-machine form, restore it, verify a backup');
  backup
    .command('create <file>')
    .description('Write database, uploaded files and secrets into one encrypted file, while Parley runs')
    .option(...KEY_FILE)
    .action(create);
  backup
    .command('restore <file>')
    .description('Restore a backup as PARLEY_DATA_DIR, which must be empty')
    .option(...KEY_FILE)
    .action(restore);
  backup
    .command('verify <file>')
    .description('Start the database of a backup apart from everything, read all of it, and report what is wrong')
    .option(...KEY_FILE)
    .option('--directory <directory>', 'where it is restored for the check; default: the system’s temporary directory')
    .option('--json', 'print the result as JSON')
    .action(verify);
  return program;
}
