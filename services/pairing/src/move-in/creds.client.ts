import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { at } from '@parley/common/at';
import { z } from 'zod';
import { verifySignature } from '../network/authenticate-network.client.ts';
import { readPreKey, writeWithBytes } from '../network/key-text.client.ts';
import { type MovedDevice, phoneOfJid } from './moved-device.rules.ts';

const KEY_BYTES = 32;
const KEY_TYPE = 0x05;
/** The greatest id of a prekey: ids have three bytes. */
const MAX_PRE_KEY_ID = 16_777_215;

const Bytes = z.instanceof(Uint8Array);
const PrivateKey = Bytes.refine((key) => key.length === KEY_BYTES);
const PublicKey = Bytes.transform((key) =>
  key.length === KEY_BYTES + 1 && key[0] === KEY_TYPE ? key.subarray(1) : key,
).refine((key) => key.length === KEY_BYTES);
const Pair = z
  .object({ private: PrivateKey, public: PublicKey })
  .refine((pair) => pair.private.length === KEY_BYTES && Buffer.from(publicKeyOf(pair.private)).equals(pair.public));
/** The client library writes these bytes as base64 and reads both forms. */
const BytesOrText = z.union([Bytes.refine(({ length }) => length > 0), z.string().min(1)]);

const Creds = z.looseObject({
  noiseKey: Pair,
  signedIdentityKey: Pair,
  signedPreKey: z.looseObject({ keyPair: Pair, signature: Bytes, keyId: z.number() }),
  registrationId: z.number().int().min(0).max(0xffff_ffff),
  advSecretKey: z.string().min(1),
  nextPreKeyId: z.number().int().min(1).optional(),
  firstUnuploadedPreKeyId: z.number().int().min(1).optional(),
  accountSyncCounter: z.number().int().optional(),
  me: z.looseObject({ id: z.string(), lid: z.string().optional(), name: z.string().optional() }),
  account: z.looseObject({ details: BytesOrText, accountSignatureKey: BytesOrText, accountSignature: BytesOrText }),
});

/** The public half of a Curve25519 key. */
export const publicKeyOf = (privateKey: Uint8Array): Uint8Array =>
  readPreKey(Buffer.from(privateKey).toString('base64url')).public;

/** A public key with its type, as sessions and identities have it. */
export const withType = (key: Uint8Array): Buffer => Buffer.concat([Buffer.from([KEY_TYPE]), key]);

/** A new key pair with which the client would begin another link. */
export function makeKeyPair(): { private: Buffer; public: Uint8Array } {
  const { privateKey } = generateKeyPairSync('x25519');
  const bytes = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-KEY_BYTES);
  return { private: bytes, public: publicKeyOf(bytes) };
}

/** Members that every version of the client expects. */
const defaultsOf = () => ({
  pairingEphemeralKeyPair: makeKeyPair(),
  advSecretKey: randomBytes(KEY_BYTES).toString('base64'),
  processedHistoryMessages: [],
  accountSettings: { unarchiveChats: false },
});

/** Credentials that can log in, and the device that they are of. */
export type AdoptedCreds = Pick<MovedDevice, 'jid' | 'phone' | 'name'> & { text: string };

const MISSING: Readonly<Record<string, string>> = {
  me: 'it names no phone: it was never linked, or the link has ended',
  account: 'it has no proof of the account: the link was never completed',
  noiseKey: 'its noise key is missing or damaged',
  signedIdentityKey: 'its identity key is missing or damaged',
  signedPreKey: 'its signed prekey is missing or damaged',
};

/**
 * Checks credentials of the client library, and completes them for its current version. No id of a prekey is used twice:
 * the next one follows the highest of the store, whatever the credentials say. Returns the reason when they cannot log in.
 */
export function adoptCreds(given: unknown, highestPreKeyId: number, now: Date): AdoptedCreds | string {
  const parsed = Creds.safeParse(given);
  if (!parsed.success) {
    const member = String(at(parsed.error.issues, 0).path.at(0) ?? '');
    return `The credentials cannot be used: ${MISSING[member] ?? (member ? `${member} is missing or damaged` : 'they are no object')}.`;
  }
  const creds = parsed.data;
  const { signedPreKey, signedIdentityKey, me } = creds;
  const signed = withType(signedPreKey.keyPair.public);
  if (!verifySignature(signedIdentityKey.public, signed, signedPreKey.signature))
    return 'The credentials cannot be used: the signed prekey is not signed by the identity key, so they are of two links.';
  const phone = phoneOfJid(me.id);
  if (phone === null) return 'The credentials cannot be used: they are not those of a linked device of a phone.';
  const nextPreKeyId = Math.max(creds.nextPreKeyId ?? 1, highestPreKeyId + 1);
  if (nextPreKeyId > MAX_PRE_KEY_ID) return 'The credentials cannot be used: the ids of prekeys are used up.';
  const adopted = {
    ...defaultsOf(),
    ...creds,
    nextPreKeyId,
    firstUnuploadedPreKeyId: nextPreKeyId,
    registered: true,
    // At 0 the client waits for a history that comes only after a new link.
    accountSyncCounter: Math.max(1, creds.accountSyncCounter ?? 0),
    additionalData: { linkedAtS: Math.floor(now.getTime() / 1000) },
  };
  return { jid: me.id, phone, name: me.name || null, text: writeWithBytes(adopted) };
}
