import { createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The keys derived from a file's media key. */
export interface MediaKeys {
  iv: Uint8Array;
  cipherKey: Uint8Array;
  macKey: Uint8Array;
}

export interface MediaHashes {
  /** SHA-256 of the file, base64; null when it is not known. */
  sha256: string | null;
  /** SHA-256 of the encrypted file, base64; null when it is not known. */
  encSha256: string | null;
}

/** A file that can never be opened: wrong key, wrong bytes, or too large. */
export class MediaBroken extends Error {
  override name = 'MediaBroken';
}

/** Length of the truncated HMAC at the end of every file. */
export const MAC_BYTES = 10;

/**
 * Decrypts a file as a stream: AES-256-CBC, authenticated by the HMAC at its end and both hashes. All are checked before the
 * last block is returned, so a complete file is authentic. Throws {@link MediaBroken} and the source's errors.
 */
export async function* decryptMedia(
  sealed: AsyncIterable<Uint8Array>,
  { iv, cipherKey, macKey }: MediaKeys,
  { sha256, encSha256 }: MediaHashes,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
  const mac = createHmac('sha256', macKey).update(iv);
  const sealedHash = createHash('sha256');
  const plainHash = createHash('sha256');
  let size = 0;
  let held: Uint8Array = Buffer.alloc(0);
  const take = (plain: Buffer): Buffer => {
    size += plain.length;
    if (size > maxBytes) throw new MediaBroken(`The file is larger than ${maxBytes} bytes.`);
    plainHash.update(plain);
    return plain;
  };
  for await (const part of sealed) {
    sealedHash.update(part);
    const all = Buffer.concat([held, part]);
    const ready = all.subarray(0, Math.max(0, all.length - MAC_BYTES));
    held = all.subarray(ready.length);
    mac.update(ready);
    const plain = take(decipher.update(ready));
    if (plain.length > 0) yield plain;
  }
  const expected = mac.digest().subarray(0, MAC_BYTES);
  if (held.length !== MAC_BYTES || !timingSafeEqual(held, expected))
    throw new MediaBroken('The file is not under its key.');
  if (encSha256 !== null && sealedHash.digest('base64') !== encSha256)
    throw new MediaBroken('The file at the network is not the one that was sent.');
  const last = take(endOf(decipher));
  if (sha256 !== null && plainHash.digest('base64') !== sha256)
    throw new MediaBroken('The file is not the one that was sent.');
  if (last.length > 0) yield last;
}

function endOf(decipher: ReturnType<typeof createDecipheriv>): Buffer {
  try {
    return decipher.final();
  } catch (error) {
    throw new MediaBroken('The file does not end as an encrypted one does.', { cause: error });
  }
}
