import { createCipheriv, createHash, createHmac, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAC_BYTES, type MediaKeys } from '../media/decrypt-media.client.ts';

/** An encrypted file, ready for upload. */
export interface SealedFile {
  /** SHA-256 of the plain file. */
  length: number;
  sha256: Buffer;
  encSha256: Buffer;
  /** SHA-256 of the encrypted file. */
  sealedLength: number;
  /** The plain file, when it is small enough for a preview. */
  plain: Buffer | null;
  /** The encrypted bytes, from the beginning. */
  read(): AsyncGenerator<Uint8Array>;
}

export interface SealFileOptions {
  keys: MediaKeys;
  /** A file up to this size is kept in memory for its preview. */
  keepBytes: number;
  signal: AbortSignal;
  /** Used by tests: folder of the temporary file. */
  openTemporary?: () => Promise<FileHandle>;
}

const READ_BYTES = 64 * 1024;

/**
 * Encrypts a file in the network's format (AES-256-CBC and a truncated HMAC) into a temporary file, which exists while `use`
 * runs. The upload URL contains its hash, so the whole file must be encrypted first. Throws errors of the source, the disk and
 * `use`.
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

/** An unlinked temporary file: it disappears when it is closed or the process dies. */
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
