import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type BackupKey, KEY_ID_BYTES } from './backup-key.ts';
import { readExactly } from './read-exactly.ts';

const MAGIC = Buffer.from('PARLEY-BACKUP-1\n');
const SALT_BYTES = 16;
const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/** Counter and last-chunk flag: a chunk that was moved or removed, also at the end, does not decrypt. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(index, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}

/** Encrypts a stream in chunks of 64 kB (AES-256-GCM), each authenticated with its position and the archive's head. */
export async function* sealStream(source: AsyncIterable<Uint8Array>, key: BackupKey): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const head = Buffer.concat([MAGIC, key.id, salt]);
  const secret = key.forArchive(salt);
  yield head;
  const reader = readExactly(source);
  let chunk = await reader.read(CHUNK_BYTES);
  for (let index = 0; ; index++) {
    const next = await reader.read(CHUNK_BYTES);
    const isLast = next.length === 0;
    const cipher = createCipheriv('aes-256-gcm', secret, nonceOf(index, isLast)).setAAD(head);
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    if (isLast) return;
    chunk = next;
  }
}

function openChunk(secret: Buffer, head: Buffer, sealed: Buffer, nonce: Buffer): Buffer {
  const at = sealed.length - TAG_BYTES;
  try {
    if (at < 0) throw new Error('It ends inside a chunk.');
    const decipher = createDecipheriv('aes-256-gcm', secret, nonce).setAAD(head).setAuthTag(sealed.subarray(at));
    return Buffer.concat([decipher.update(sealed.subarray(0, at)), decipher.final()]);
  } catch (cause) {
    throw new Error('The backup is damaged or incomplete: a part of it does not decrypt.', { cause });
  }
}

/** Decrypts the output of {@link sealStream}. Throws when a bit was changed, a chunk is missing, or the key differs. */
export async function* openStream(source: AsyncIterable<Uint8Array>, key: BackupKey): AsyncGenerator<Buffer> {
  const reader = readExactly(source);
  const head = await reader.read(MAGIC.length + KEY_ID_BYTES + SALT_BYTES);
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error('This file is not a backup of Parley.');
  if (!head.subarray(MAGIC.length, MAGIC.length + KEY_ID_BYTES).equals(key.id))
    throw new Error('This backup is encrypted with another key.');
  const secret = key.forArchive(head.subarray(MAGIC.length + KEY_ID_BYTES));
  let sealed = await reader.read(CHUNK_BYTES + TAG_BYTES);
  for (let index = 0; ; index++) {
    const next = await reader.read(CHUNK_BYTES + TAG_BYTES);
    const isLast = next.length === 0;
    yield openChunk(secret, head, sealed, nonceOf(index, isLast));
    if (isLast) return;
    sealed = next;
  }
}
