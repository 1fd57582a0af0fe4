import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readStoredValue } from '@parley/pairing/move-in/stored-value.rules';
import { emptyHistory, type KeptHistory, keptMessageOf, MAX_KEPT } from './kept-history.ts';
import { openSourceDatabase } from './source-database.ts';

/** The file in which WAHA (NOWEB) keeps chats, beside the session's keys. */
const WAHA_STORE = 'store.sqlite3';

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

function addMessage(history: KeptHistory, given: unknown, sinceS: number): void {
  const kept = keptMessageOf(given);
  if (!kept) history.unread++;
  else if (kept.sentAtS >= sinceS) history.messages.push(kept);
}

function addName(history: KeptHistory, contact: unknown): void {
  if (typeof contact !== 'object' || contact === null || !('id' in contact) || typeof contact.id !== 'string') return;
  const name = [Reflect.get(contact, 'name'), Reflect.get(contact, 'notify')].find(
    (one) => typeof one === 'string' && one,
  );
  if (typeof name === 'string') history.names.set(contact.id, name);
}

async function readWahaStore(history: KeptHistory, path: string, sinceS: number): Promise<void> {
  const database = await openSourceDatabase(path);
  try {
    const tables = await database.tables();
    if (tables.has('contacts'))
      for (const { data } of await database.query('SELECT data FROM contacts'))
        addName(history, readStoredValue(String(data)));
    if (!tables.has('messages')) return;
    const rows = await database.query(
      `SELECT data FROM messages ORDER BY ${database.quote('messageTimestamp')} DESC LIMIT ${MAX_KEPT}`,
    );
    for (const { data } of rows) addMessage(history, readStoredValue(String(data)), sinceS);
  } finally {
    await database.close();
  }
}

/**
 * The messages of a device of Baileys: a file of JSON lines, `{"key":{…},"message":{…},"messageTimestamp":…}`, or the
 * store of WAHA in the directory of the session.
 */
export async function readBaileysHistory(
  { name, device, directory }: { name: string; device: string | null; directory: string | null },
  file: string | undefined,
  sinceS: number,
): Promise<KeptHistory> {
  const history = emptyHistory(name, device);
  if (file !== undefined) {
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
    for (const line of lines) addMessage(history, readStoredValue(line), sinceS);
    return history;
  }
  if (directory === null) return history;
  for (const path of [join(directory, WAHA_STORE), join(directory, '..', WAHA_STORE)]) {
    if (!(await isFile(path))) continue;
    await readWahaStore(history, path, sinceS);
    break;
  }
  return history;
}
