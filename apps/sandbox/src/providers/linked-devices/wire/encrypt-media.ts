import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Kinds of media that people send. */
export type MediaKind = 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker';
/** Kinds of files with separate keys: `history` is what a phone sends to its devices. */
export type FileKind = MediaKind | 'history';

const KEY_INFO: Record<FileKind, string> = {
  image: 'WhatsApp Image Keys',
  sticker: 'WhatsApp Image Keys',
  video: 'WhatsApp Video Keys',
  audio: 'WhatsApp Audio Keys',
  voice: 'WhatsApp Audio Keys',
  document: 'WhatsApp Document Keys',
  history: 'WhatsApp History Keys',
};
const MAC_BYTES = 10;

/** A file as the media server stores it, with its fields in a message. */
export interface EncryptedMedia {
  bytes: Buffer;
  mediaKey: Buffer;
  mediaKeyTimestamp: number;
  fileSha256: Buffer;
  fileEncSha256: Buffer;
  fileLength: number;
}

/** Encrypts a file as phones do: AES-CBC, then ten bytes of HMAC, under keys derived from a random media key. */
export function encryptMedia(plain: Buffer, kind: FileKind, nowMs: number): EncryptedMedia {
  const mediaKey = randomBytes(32);
  const { iv, cipherKey, macKey } = deriveKeys(mediaKey, kind);
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  const mac = createHmac('sha256', macKey).update(iv).update(sealed).digest().subarray(0, MAC_BYTES);
  const bytes = Buffer.concat([sealed, mac]);
  return {
    bytes,
    mediaKey,
    mediaKeyTimestamp: Math.floor(nowMs / 1000),
    fileSha256: createHash('sha256').update(plain).digest(),
    fileEncSha256: createHash('sha256').update(bytes).digest(),
    fileLength: plain.length,
  };
}

/** Decrypts the file; throws if the key or the bytes are wrong. */
export function decryptMedia(bytes: Buffer, mediaKey: Uint8Array, kind: FileKind): Buffer {
  const { iv, cipherKey } = deriveKeys(mediaKey, kind);
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
  return Buffer.concat([decipher.update(bytes.subarray(0, -MAC_BYTES)), decipher.final()]);
}

function deriveKeys(mediaKey: Uint8Array, kind: FileKind) {
  const derived = Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(0), KEY_INFO[kind], 112));
  return { iv: derived.subarray(0, 16), cipherKey: derived.subarray(16, 48), macKey: derived.subarray(48, 80) };
}
