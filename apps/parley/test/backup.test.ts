import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connectDatabase } from '@parley/database/connection/connect-database';
import { makeCipher } from '@parley/database/encryption';
import { migrate } from '@parley/database/migrations/migrate';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@parley/embedded-postgres/start';
import { makeDirectoryStore } from '@parley/files/pieces/directory-store.client';
import { makeSealedFiles } from '@parley/files/pieces/sealed-files.client';
import { makeBackupKey } from '@parley/parley/backup/backup-key';
import { createBackup } from '@parley/parley/backup/create-backup';
import { restoreBackup } from '@parley/parley/backup/restore-backup';
import { verifyBackup } from '@parley/parley/backup/verify-backup';
import { openDataDirectory } from '@parley/parley/one-machine/data-directory';
import { type Environment, parseEnvironment } from '@parley/runtime/environment';
import { findServerDirectory } from '@parley/testing/database/server-directory';
import { afterAll, beforeAll, expect, test } from 'vitest';

// docs/operations/backups.md

const KEY = makeBackupKey(randomBytes(32).toString('base64'));
let parent: string;
let environment: Environment;
let server: EmbeddedPostgres;
let file: string;
/** Transactions that were committed before the backup began. */
let before = 0;

const FILE = { tenantId: 1, id: 'upl_1', size: 5 };

beforeAll(async () => {
  parent = await mkdtemp(join(await findServerDirectory(), 'parley-backup-'));
  environment = parseEnvironment({ PARLEY_DATA_DIR: join(parent, 'data') });
  const directory = await openDataDirectory(environment.PARLEY_DATA_DIR);
  server = await startEmbeddedPostgres({ dataDir: directory.postgres });
  await migrate(server.url);
  const database = connectDatabase({ url: server.url });
  const cipher = makeCipher(directory.secrets.encryptionKeys);
  const files = makeSealedFiles(makeDirectoryStore(join(environment.PARLEY_DATA_DIR, 'uploads')), cipher);
  await files.putPiece(FILE, 0, Buffer.from('hello'));
  await database.prisma.tenant.create({ data: { id: 1, slug: 'shop', name: 'Shop' } });
  await database.prisma.upload.create({
    data: { id: FILE.id, tenantId: 1, filename: 'a.txt', size: 5, received: 5, state: 'kept', mimeType: 'text/plain' },
  });

  // Credit moves while the backup is made: balance and ledger in one transaction.
  let isStopping = false;
  let committed = 0;
  const move = async (): Promise<void> => {
    while (!isStopping) {
      await database.transaction(async (sql) => {
        await sql.query({ text: 'UPDATE tenants SET balance = balance + 1 WHERE id = 1' });
        await sql.query({ text: `INSERT INTO credit_ledger (tenant_id, amount, kind) VALUES (1, 1, 'top_up')` });
      });
      committed++;
    }
  };
  // Checkpoints write pages after their file was copied, and let PostgreSQL reuse its write-ahead log.
  const checkpoint = async (): Promise<void> => {
    for (; !isStopping; await pause(20)) await database.query({ text: 'CHECKPOINT' });
  };
  const moving = [move(), move(), checkpoint()];
  while (committed < 20) await pause(5);
  before = committed;
  file = join(parent, 'backup');
  await createBackup({ environment, file, key: KEY });
  isStopping = true;
  await Promise.all(moving);
  await database.close();
}, 120_000);
afterAll(async () => {
  await server?.stop();
  if (parent) await rm(parent, { recursive: true, force: true });
});

test('a backup of a busy database is consistent: no transaction is partial, and no earlier one is missing', async () => {
  const verified = await verifyBackup({ file, key: KEY, environment, directory: parent });
  expect(verified.problems).toEqual([]);
  expect(verified.rows).toMatchObject({ tenants: 1, uploads: 1 });
  expect(verified.rows.credit_ledger).toBeGreaterThanOrEqual(before);
  expect((await readdir(parent)).toSorted()).toEqual(['backup', 'data']);
});

test('a restored installation has its secrets, its files, and a database that starts', async () => {
  const directory = join(parent, 'restored');
  await restoreBackup(file, KEY, directory);
  const secrets = (root: string) => readFile(join(root, 'secrets.json'), 'utf8');
  expect(await secrets(directory)).toBe(await secrets(environment.PARLEY_DATA_DIR));
  const restored = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres'), keepRunning: false });
  const database = connectDatabase({ url: restored.url });
  expect(await database.prisma.tenant.findMany({ select: { slug: true } })).toEqual([{ slug: 'shop' }]);
  await database.close();
  await restored.stop();
  // A second restore would replace it.
  await expect(restoreBackup(file, KEY, directory)).rejects.toThrow('is not empty');
  await rm(directory, { recursive: true });
});

test('the file reveals no data, and only its owner may open it', async () => {
  const bytes = await readFile(file);
  const { encryptionKeys } = JSON.parse(await readFile(join(environment.PARLEY_DATA_DIR, 'secrets.json'), 'utf8'));
  for (const text of [encryptionKeys, 'postgres', 'manifest']) expect(bytes.includes(text), text).toBe(false);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('another key, a changed bit, a missing end and a missing chunk are refused, and leave nothing', async () => {
  const bytes = await readFile(file);
  const changed = Buffer.from(bytes);
  changed[100_000] = (changed[100_000] ?? 0) ^ 1;
  const chunk = 65_536 + 16;
  const versions = {
    'damaged or incomplete': [
      changed,
      bytes.subarray(0, bytes.length - 1),
      bytes.subarray(0, 40 + 2 * chunk),
      Buffer.concat([bytes.subarray(0, 40 + chunk), bytes.subarray(40 + 2 * chunk)]),
    ],
    'not a backup of Parley': [Buffer.from('something else, long enough to have a head of its own')],
  };
  const directory = join(parent, 'refused');
  for (const [reason, contents] of Object.entries(versions))
    for (const content of contents) {
      await writeFile(join(parent, 'bad'), content);
      await expect(restoreBackup(join(parent, 'bad'), KEY, directory)).rejects.toThrow(reason);
    }
  const other = makeBackupKey(randomBytes(32).toString('base64'));
  await expect(restoreBackup(file, other, directory)).rejects.toThrow('another key');
  await rm(join(parent, 'bad'));
  expect((await readdir(parent)).toSorted()).toEqual(['backup', 'data']);
});

test('the key of the data, an existing file and a database elsewhere are refused', async () => {
  const { encryptionKeys } = JSON.parse(await readFile(join(environment.PARLEY_DATA_DIR, 'secrets.json'), 'utf8'));
  const own = makeBackupKey(String(encryptionKeys).split(':')[1] ?? '');
  const next = join(parent, 'next');
  await expect(createBackup({ environment, file: next, key: own })).rejects.toThrow('which is in the backup');
  await expect(createBackup({ environment, file, key: KEY })).rejects.toThrow('exists');
  const elsewhere = { ...environment, DATABASE_URL: server.url };
  await expect(createBackup({ environment: elsewhere, file: next, key: KEY })).rejects.toThrow('its own tools');
  await mkdir(join(parent, 'empty'));
  const absent = { ...environment, PARLEY_DATA_DIR: join(parent, 'empty') };
  await expect(createBackup({ environment: absent, file: next, key: KEY })).rejects.toThrow('no installation');
  await rm(join(parent, 'empty'), { recursive: true });
});

test('a missing file that the database names is a problem', async () => {
  const uploads = join(environment.PARLEY_DATA_DIR, 'uploads');
  await rm(uploads, { recursive: true });
  const without = join(parent, 'without');
  await createBackup({ environment, file: without, key: KEY });
  const { problems } = await verifyBackup({ file: without, key: KEY, environment, directory: parent });
  expect(problems).toEqual(['The file 1/upl_1 is missing or damaged.']);
});
