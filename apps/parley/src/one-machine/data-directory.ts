import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isAbsent } from '@parley/runtime/reading/is-absent';

const PRIVATE = 0o600;
export const SECRETS_FILE = 'secrets.json';
/** Files in which the demo stores the ids of its objects. */
export const NOTE_FILES = ['demo.json', 'demo-bot.json', 'demo-session.json'] as const;
type NoteFile = (typeof NOTE_FILES)[number];

/** Secrets that the one-machine form creates on first start (docs/reference/installation.md#secrets). */
export interface StoredSecrets {
  adminToken: string;
  encryptionKeys: string;
  metaAppSecret: string;
  instagramAppSecret: string;
  tiktokAppSecret: string;
  metaVerifyToken: string;
}

const MAKERS: Record<keyof StoredSecrets, () => string> = {
  adminToken: () => `adm_${randomBytes(24).toString('base64url')}`,
  encryptionKeys: () => `k1:${randomBytes(32).toString('base64')}`,
  metaAppSecret: () => randomBytes(16).toString('hex'),
  instagramAppSecret: () => randomBytes(16).toString('hex'),
  tiktokAppSecret: () => randomBytes(16).toString('hex'),
  metaVerifyToken: () => randomBytes(12).toString('base64url'),
};

/** Reads a file of the data directory, or null if it does not exist yet. */
async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Replaces a file as a whole: if the process dies, the old file remains, with the keys that the database needs. */
async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, text, { mode: PRIVATE, flush: true });
  await rename(draft, file);
}

/** The data directory of the one-machine form: database, secrets (mode 600), demo. */
export interface DataDirectory {
  path: string;
  postgres: string;
  /** The directory of the sandbox's memory. */
  sandbox: string;
  secrets: StoredSecrets;
  /** Whether the secrets were just created. */
  firstStart: boolean;
  readNote(name: NoteFile): Promise<string | null>;
  writeNote(name: NoteFile, text: string): Promise<void>;
}

// safe: only openDataDirectory writes it
const parseSecrets = (text: string): Partial<StoredSecrets> => JSON.parse(text) as Partial<StoredSecrets>;

/** The stored secrets; null before the first start. Those that a later version added are absent. */
export async function readSecrets(directory: string): Promise<Partial<StoredSecrets> | null> {
  const text = await readOrNull(join(directory, SECRETS_FILE));
  return text === null ? null : parseSecrets(text);
}

/** Opens the data directory, and creates what is missing on first start. */
export async function openDataDirectory(directory: string): Promise<DataDirectory> {
  const path = resolve(directory);
  await mkdir(path, { recursive: true, mode: 0o711 });
  const file = join(path, SECRETS_FILE);
  const stored = await readOrNull(file);
  const known = stored ? parseSecrets(stored) : {};
  const secrets: StoredSecrets = {
    adminToken: known.adminToken ?? MAKERS.adminToken(),
    encryptionKeys: known.encryptionKeys ?? MAKERS.encryptionKeys(),
    metaAppSecret: known.metaAppSecret ?? MAKERS.metaAppSecret(),
    instagramAppSecret: known.instagramAppSecret ?? MAKERS.instagramAppSecret(),
    tiktokAppSecret: known.tiktokAppSecret ?? MAKERS.tiktokAppSecret(),
    metaVerifyToken: known.metaVerifyToken ?? MAKERS.metaVerifyToken(),
  };
  const text = `${JSON.stringify(secrets, null, 2)}\n`;
  if (text !== stored) await replaceFile(file, text);
  return {
    path,
    postgres: join(path, 'postgres'),
    sandbox: join(path, 'sandbox'),
    secrets,
    firstStart: stored === null,
    readNote: (name) => readOrNull(join(path, name)),
    writeNote: (name, note) => replaceFile(join(path, name), note),
  };
}
