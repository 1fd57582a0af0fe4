import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { KeyPair } from 'baileys';

/** Begins the PKCS#8 form of an X25519 private key; its 32 bytes follow. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');
const KEY_BYTES = 32;

/** A prekey as text: only its private key, as base64url. A device has 812 of them, each in a row of its own. */
export const writePreKey = ({ private: privateKey }: KeyPair): string => Buffer.from(privateKey).toString('base64url');

/** Whether a stored value is a text of {@link writePreKey}; earlier versions stored both keys as JSON. */
export const isPreKeyText = (text: string): boolean => !text.startsWith('{');

/** Reads a text of {@link writePreKey}; computes the public key. */
export function readPreKey(text: string): KeyPair {
  const bytes = Buffer.from(text, 'base64url');
  // OpenSSL would ignore what follows the key.
  if (bytes.length !== KEY_BYTES) throw new Error(`A stored prekey has ${bytes.length} bytes.`);
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, bytes]), format: 'der', type: 'pkcs8' });
  return { private: ownBytes(bytes), public: ownBytes(publicOf(key)) };
}

/**
 * JSON that the client library's `BufferJSON.reviver` reads. Its own replacer gets a Buffer only after `Buffer.toJSON` has
 * made an array of its bytes: a stranger's message of ten megabytes would keep the process busy for seconds.
 */
export const writeWithBytes = (value: unknown): string =>
  JSON.stringify(isBytes(value) ? textOf(value) : value, replaceMembers);

/**
 * A copy in memory of its own. Node cuts small buffers from blocks of 8 KB, and a block stays in memory for as long as
 * one of its buffers does: for keys that a connection keeps, that is 8 KB for 32 bytes.
 */
export function ownBytes(bytes: Uint8Array): Buffer {
  const own = Buffer.alloc(bytes.length);
  own.set(bytes);
  return own;
}

const publicOf = (privateKey: KeyObject): Buffer =>
  // The key is the end of the SPKI form.
  createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => ({
  type: 'Buffer',
  data: Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
});

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

/** Replaces the bytes among an object's members before JSON.stringify reaches them. */
function replaceMembers(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !Object.values(value).some(isBytes)) return value;
  const replaced = Object.entries(value).map(([name, member]) => [name, isBytes(member) ? textOf(member) : member]);
  return Array.isArray(value) ? replaced.map(([, member]) => member) : Object.fromEntries(replaced);
}
