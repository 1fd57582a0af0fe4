import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type BaileysStore, convertBaileys, type StoredEntry } from '@parley/pairing/move-in/convert-baileys.client';
import { splitFileName, splitKeyName } from '@parley/pairing/move-in/key-name.rules';
import { fingerprintOf, type SourceDevice } from './source-device.ts';

const CREDS_FILE = 'creds.json';
const MAX_FILE_BYTES = 4_000_000;

export const storeFingerprint = ({ creds, entries }: BaileysStore): string =>
  fingerprintOf([
    creds ?? '',
    ...entries
      .filter(({ type }) => type === 'session' || type === 'sender-key')
      .map(({ type, id, text }) => `${type} ${id} ${text}`)
      .sort(),
  ]);

export function sourceDeviceOf(
  { name, origin }: Pick<SourceDevice, 'name' | 'origin'>,
  store: BaileysStore,
  now: Date,
): SourceDevice {
  return { name, origin, conversion: convertBaileys(store, now), fingerprint: storeFingerprint(store) };
}

/** The files of a device that the client library wrote. */
export async function readStoreFiles(directory: string): Promise<BaileysStore> {
  const entries: StoredEntry[] = [];
  let creds: string | null = null;
  for (const file of (await readdir(directory)).sort()) {
    const named = splitFileName(file);
    if (!named && file !== CREDS_FILE) continue;
    const path = join(directory, file);
    if ((await stat(path)).size > MAX_FILE_BYTES) continue;
    const text = await readFile(path, 'utf8');
    if (named) entries.push({ ...named, text });
    else creds = text;
  }
  return { creds, entries };
}

const hasCreds = (directory: string): Promise<boolean> =>
  stat(join(directory, CREDS_FILE)).then(
    (found) => found.isFile(),
    () => false,
  );

/** The directories with a device: this one, its `auth`, or those below it (WAHA keeps one for each session). */
async function findStores(directory: string): Promise<string[]> {
  if (await hasCreds(directory)) return [directory];
  const found: string[] = [];
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const { name } = entry;
    const [below, auth] = [join(directory, name), join(directory, name, 'auth')];
    if (await hasCreds(below)) found.push(below);
    else if (await hasCreds(auth)) found.push(auth);
  }
  return found.sort();
}

const nameOf = (path: string): string => (basename(path) === 'auth' ? basename(join(path, '..')) : basename(path));

/** Devices in files of the client library: own programs, WAHA with NOWEB. */
export async function readBaileysFiles(directory: string, now: Date): Promise<SourceDevice[]> {
  const stores = await findStores(directory);
  if (stores.length === 0)
    throw new Error(`${directory} has no ${CREDS_FILE}, nor has a directory in it: name that of a device.`);
  return Promise.all(
    stores.map(async (path) => sourceDeviceOf({ name: nameOf(path), origin: path }, await readStoreFiles(path), now)),
  );
}

/** One device from a file of JSON lines, `{"key":"session-55….0","value":…}`: a form into which any store can be exported. */
export async function readBaileysRows(file: string, now: Date): Promise<SourceDevice[]> {
  const entries: StoredEntry[] = [];
  let [creds, unknown]: [string | null, number] = [null, 0];
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  for (const [index, line] of lines.entries()) {
    const row = readRow(line);
    if (!row) throw new Error(`Line ${index + 1} of ${file} is not {"key":"…","value":…}.`);
    const named = splitKeyName(row.key);
    if (row.key === 'creds') creds = row.text;
    else if (named) entries.push({ ...named, text: row.text });
    else unknown++;
  }
  return [sourceDeviceOf({ name: basename(file), origin: null }, { creds, entries, unknown }, now)];
}

function readRow(line: string): { key: string; text: string } | null {
  try {
    const row: unknown = JSON.parse(line);
    if (typeof row !== 'object' || row === null || !('key' in row) || !('value' in row)) return null;
    const { key, value } = row;
    return typeof key === 'string' ? { key, text: typeof value === 'string' ? value : JSON.stringify(value) } : null;
  } catch {
    return null;
  }
}
