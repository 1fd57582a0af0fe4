import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { splitFileName } from '@parley/pairing/move-in/key-name.rules';
import { loadBaileys } from '@parley/pairing/network/load-baileys.client';

const lib = await loadBaileys();

/** Writes the files of a linked device with the stock library. */
export async function writeStore(directory: string, jid: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const { state, saveCreds } = await lib.useMultiFileAuthState(directory);
  Object.assign(state.creds, {
    me: { id: jid, name: 'Loja' },
    account: {
      details: randomBytes(20),
      accountSignature: randomBytes(64),
      accountSignatureKey: randomBytes(32),
      deviceSignature: randomBytes(64),
    },
  });
  // safe: a repository of the library reads no more of the store
  const { preKeys } = await lib.getNextPreKeys(state as Parameters<typeof lib.getNextPreKeys>[0], 5);
  await state.keys.set({
    'pre-key': preKeys,
    'identity-key': { '15557000.0': lib.generateSignalPubKey(lib.Curve.generateKeyPair().public) },
    'lid-mapping': { '15557000': '91000009' },
    'app-state-sync-key': { 'AA/x': { keyData: randomBytes(32) } as never },
  });
  await saveCreds();
}

/** The same store in Evolution API: `creds` of the Session row, and the hash in Redis. Each value is encoded twice. */
export async function encodeTwice(directory: string): Promise<{ creds: string; fields: Map<string, string> }> {
  const fields = new Map<string, string>();
  let creds = '';
  for (const file of await readdir(directory)) {
    const text = await readFile(join(directory, file), 'utf8');
    const named = splitFileName(file);
    if (named) fields.set(`${named.type}-${named.id}`, JSON.stringify(text));
    else creds = JSON.stringify(text);
  }
  return { creds, fields };
}
