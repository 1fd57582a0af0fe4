import { createCipheriv, createHash, createHmac, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAC_BYTES, type MediaKeys } from './decrypt-media.ts';

/** A file as it is going to lie at the network. */
export interface SealedFile {
  /** Of the file itself. */
  length: number;
  sha256: Buffer;
  encSha256: Buffer;
  /** Of what is read. */
  sealedLength: number;
  /** The file itself, when it is small enough to be looked at. */
  plain: Buffer | null;
  /** The sealed bytes, from their beginning. */
  read(): AsyncGenerator<Uint8Array>;
}

export interface SealFileOptions {
  keys: MediaKeys;
  /** A file up to this is kept in memory, to be looked at. */
  keepBytes: number;
  signal: AbortSignal;
  /** For tests: where it is written. */
  openTemporary?: () => Promise<FileHandle>;
}

const READ_BYTES = 64 * 1024;

/** A file without a name: nothing of it is left when it is closed, nor when the process dies. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `parley-media-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
  } catch (error) {
    await handle.close();
    throw error;
  }
  return handle;
}

async function* readFrom(handle: FileHandle, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < length; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, at);
    if (bytesRead === 0) throw new Error('The temporary file is not whole.');
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/**
 * Encrypts a file as the network wants it (AES-256-CBC, and the first bytes of an HMAC) into a temporary file, which lives as
 * long as `use` works with it. Its hash is part of the address that it is brought to, so that it must be known before.
 * Throws what the source, the disk and `use` throw.
 */
export async function withSealedFile<T>(
  source: AsyncIterable<Uint8Array>,
  { keys, keepBytes, signal, openTemporary = openNameless }: SealFileOptions,
  use: (file: SealedFile) => Promise<T>,
): Promise<T> {
  const handle = await openTemporary();
  try {
    const cipher = createCipheriv('aes-256-cbc', keys.cipherKey, keys.iv);
    const mac = createHmac('sha256', keys.macKey).update(keys.iv);
    const plainHash = createHash('sha256');
    const sealedHash = createHash('sha256');
    let length = 0;
    let sealedLength = 0;
    let kept: Uint8Array[] | null = [];
    const put = async (bytes: Buffer): Promise<void> => {
      if (bytes.length === 0) return;
      sealedHash.update(bytes);
      sealedLength += bytes.length;
      await handle.appendFile(bytes);
    };
    const putSealed = (bytes: Buffer): Promise<void> => {
      mac.update(bytes);
      return put(bytes);
    };
    for await (const part of source) {
      signal.throwIfAborted();
      length += part.length;
      plainHash.update(part);
      if (length > keepBytes) kept = null;
      else kept?.push(part);
      await putSealed(cipher.update(part));
    }
    await putSealed(cipher.final());
    await put(mac.digest().subarray(0, MAC_BYTES));
    return await use({
      length,
      sealedLength,
      sha256: plainHash.digest(),
      encSha256: sealedHash.digest(),
      plain: kept && Buffer.concat(kept),
      read: () => readFrom(handle, sealedLength),
    });
  } finally {
    await handle.close();
  }
}
