import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { KeyPair } from 'baileys';
import { ownBytes } from './own-bytes.client.ts';

/** Begins the PKCS#8 form of an X25519 private key; its 32 bytes follow. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');
const KEY_BYTES = 32;

const publicOf = (privateKey: KeyObject): Buffer =>
  // The key is the end of the SPKI form.
  createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);

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
