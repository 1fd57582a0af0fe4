import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** Encrypts secrets at rest; derives keys for signatures. */
export interface Cipher {
  /**
   * AES-256-GCM with the first key. `purpose` is bound to the text: a value of one column does not decrypt in another.
   */
  encrypt(plain: string, purpose: string): string;
  /** Throws when the text was changed, was encrypted for another purpose, or its key is no longer configured. */
  decrypt(stored: string, purpose: string): string;
  /** {@link encrypt} of bytes, as bytes. */
  seal(plain: Uint8Array, purpose: string): Buffer;
  /** Throws as {@link decrypt} does. */
  open(sealed: Uint8Array, purpose: string): Buffer;
  /** HMAC-SHA256 under a key derived for `purpose` from the first key, as base64url. */
  sign(message: string, purpose: string): string;
  /** Constant-time check against every configured key, so that rotation keeps signed addresses valid. */
  verify(message: string, signature: string, purpose: string): boolean;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

interface NamedKey {
  id: string;
  key: Buffer;
}

function parseKeys(configured: string): [NamedKey, ...NamedKey[]] {
  const keys = configured.split(',').map((part) => {
    const [id = '', encoded = ''] = part.split(':');
    return { id, key: Buffer.from(encoded, 'base64') };
  });
  const [first, ...rest] = keys;
  if (!first || keys.some(({ id, key }) => id === '' || key.length !== 32)) {
    throw new Error('PARLEY_ENCRYPTION_KEYS: must be id:base64(32 bytes), comma-separated');
  }
  return [first, ...rest];
}

/**
 * A cipher with the keys of PARLEY_ENCRYPTION_KEYS: the first key encrypts, all decrypt
 * (docs/reference/installation.md#secrets).
 */
export function makeCipher(configured: string): Cipher {
  const keys = parseKeys(configured);
  const byId = new Map(keys.map(({ id, key }) => [id, key]));
  const derived = new Map<string, Buffer[]>();
  const signingKeys = (purpose: string): Buffer[] => {
    const known = derived.get(purpose);
    if (known) return known;
    const made = keys.map(({ key }) => Buffer.from(hkdfSync('sha256', key, '', `parley:${purpose}`, 32)));
    derived.set(purpose, made);
    return made;
  };
  const mac = (key: Buffer, message: string): Buffer => createHmac('sha256', key).update(message).digest();

  return {
    encrypt(plain, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keys[0].key, iv).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return ['v1', keys[0].id, ...[iv, cipher.getAuthTag(), sealed].map((b) => b.toString('base64url'))].join('.');
    },
    decrypt(stored, purpose) {
      const [version, id = '', iv = '', tag = '', sealed = ''] = stored.split('.');
      const key = byId.get(id);
      if (version !== 'v1' || !key)
        throw new Error(`No key "${id}" in PARLEY_ENCRYPTION_KEYS for a stored ${purpose}.`);
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(Buffer.from(tag, 'base64url'));
      return decipher.update(Buffer.from(sealed, 'base64url'), undefined, 'utf8') + decipher.final('utf8');
    },
    seal(plain, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keys[0].key, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.from(`v1.${keys[0].id}.`), iv, cipher.getAuthTag(), body]);
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const idEnd = bytes.indexOf('.', 'v1.'.length);
      const id = bytes.toString('latin1', 'v1.'.length, idEnd);
      const key = byId.get(id);
      if (idEnd === -1 || bytes.toString('latin1', 0, 3) !== 'v1.' || !key)
        throw new Error(`No key in PARLEY_ENCRYPTION_KEYS for a stored ${purpose}.`);
      const tagStart = idEnd + 1 + IV_BYTES;
      const bodyStart = tagStart + TAG_BYTES;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(idEnd + 1, tagStart))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(tagStart, bodyStart));
      return Buffer.concat([decipher.update(bytes.subarray(bodyStart)), decipher.final()]);
    },
    sign: (message, purpose) => {
      const [first] = signingKeys(purpose);
      if (!first) throw new Error('No signing key.');
      return mac(first, message).toString('base64url');
    },
    verify(message, signature, purpose) {
      const given = Buffer.from(signature, 'base64url');
      return signingKeys(purpose)
        .map((key) => mac(key, message))
        .some((expected) => expected.length === given.length && timingSafeEqual(expected, given));
    },
  };
}
