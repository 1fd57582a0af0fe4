import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import { Curve, type KeyPair, NOISE_MODE, NOISE_WA_HEADER, proto } from 'baileys';
import type { Forgery } from '../state/forgery.ts';
import { DEVICE_NETWORK_SEED } from '../state/seed-device-network.ts';

const ROOT_PRIVATE_KEY = Buffer.from(DEVICE_NETWORK_SEED.rootPrivateKey, 'base64');
const TAG_BYTES = 16;
const EMPTY = Buffer.alloc(0);

/** The server's long-lived key and the certificate chain that names it. */
export interface NoiseIdentity {
  keyPair: KeyPair;
  certificateChain: Uint8Array;
}

/** The client's data from a finished handshake, and the two directions of the stream. */
export interface NoiseSession {
  clientKey: Buffer;
  payload: proto.IClientPayload;
  encrypt(plaintext: Uint8Array): Buffer;
  decrypt(ciphertext: Uint8Array): Buffer;
}

/** Makes a server identity: the root signs the issuer's key, and the issuer the server's, unless one of them is forged. */
export function makeNoiseIdentity(forgery: Forgery | 'none'): NoiseIdentity {
  const keyPair = Curve.generateKeyPair();
  const issuer = Curve.generateKeyPair();
  const other = Curve.generateKeyPair();
  const { Details } = proto.CertChain.NoiseCertificate;
  const named = forgery === 'server_key' ? other : keyPair;
  const leaf = Details.encode({ serial: 2, issuerSerial: 1, key: named.public }).finish();
  const intermediate = Details.encode({ serial: 1, issuerSerial: 0, key: issuer.public }).finish();
  const sign = (key: Uint8Array, details: Uint8Array) => ({ details, signature: Curve.sign(key, details) });
  const chain = {
    leaf: sign(forgery === 'issuer' ? other.private : issuer.private, leaf),
    intermediate: sign(forgery === 'root' ? other.private : ROOT_PRIVATE_KEY, intermediate),
  };
  return { keyPair, certificateChain: proto.CertChain.encode(chain).finish() };
}

/**
 * The responder's side of Noise_XX_25519_AESGCM_SHA256 (docs/reference/wd.md#transport): `hello` responds to the first
 * frame, `finish` opens the second.
 */
export function makeNoiseResponder(identity: NoiseIdentity) {
  let hash: Buffer = Buffer.from(NOISE_MODE, 'latin1');
  let salt: Buffer = hash;
  let key: Buffer = hash;
  let counter = 0;
  const ephemeral = Curve.generateKeyPair();

  const mixHash = (data: Uint8Array) => {
    hash = createHash('sha256').update(hash).update(data).digest();
  };
  const mixKey = (shared: Uint8Array) => {
    [salt, key] = split(shared, salt);
    counter = 0;
  };
  const seal = (plaintext: Uint8Array) => {
    const sealed = encryptFrame(plaintext, key, counter++, hash);
    mixHash(sealed);
    return sealed;
  };
  const open = (sealed: Uint8Array) => {
    const plaintext = decryptFrame(sealed, key, counter++, hash);
    mixHash(sealed);
    return plaintext;
  };
  mixHash(NOISE_WA_HEADER);

  return {
    hello(frame: Uint8Array): Uint8Array {
      const clientEphemeral = proto.HandshakeMessage.decode(frame).clientHello?.ephemeral;
      if (!clientEphemeral) throw new Error('The first frame is no client hello.');
      mixHash(clientEphemeral);
      mixHash(ephemeral.public);
      mixKey(Curve.sharedKey(ephemeral.private, Buffer.from(clientEphemeral)));
      const sealedKey = seal(identity.keyPair.public);
      mixKey(Curve.sharedKey(identity.keyPair.private, Buffer.from(clientEphemeral)));
      const payload = seal(identity.certificateChain);
      const serverHello = { ephemeral: ephemeral.public, static: sealedKey, payload };
      return proto.HandshakeMessage.encode({ serverHello }).finish();
    },

    finish(frame: Uint8Array): NoiseSession {
      const finish = proto.HandshakeMessage.decode(frame).clientFinish;
      if (!finish?.static || !finish.payload) throw new Error('The second frame is no client finish.');
      const clientKey = open(finish.static);
      mixKey(Curve.sharedKey(ephemeral.private, clientKey));
      const payload = proto.ClientPayload.decode(open(finish.payload));
      const [inbound, outbound] = split(EMPTY, salt);
      let received = 0;
      let sent = 0;
      return {
        clientKey,
        payload,
        encrypt: (plaintext) => encryptFrame(plaintext, outbound, sent++, EMPTY),
        decrypt: (ciphertext) => decryptFrame(ciphertext, inbound, received++, EMPTY),
      };
    },
  };
}

function split(input: Uint8Array, salt: Buffer): [Buffer, Buffer] {
  const both = Buffer.from(hkdfSync('sha256', input, salt, EMPTY, 64));
  return [both.subarray(0, 32), both.subarray(32)];
}

function nonce(counter: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(counter, 8);
  return bytes;
}

function encryptFrame(plaintext: Uint8Array, key: Buffer, counter: number, associated: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(counter));
  cipher.setAAD(associated);
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

function decryptFrame(sealed: Uint8Array, key: Buffer, counter: number, associated: Buffer): Buffer {
  const tagAt = sealed.byteLength - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(counter));
  decipher.setAAD(associated);
  decipher.setAuthTag(sealed.subarray(tagAt));
  return Buffer.concat([decipher.update(sealed.subarray(0, tagAt)), decipher.final()]);
}
