import { createPublicKey, verify } from 'node:crypto';
import type { SignalRepositoryWithLIDStore } from 'baileys';

const NOTHING = Buffer.alloc(0);

/** 2^255 - 19. */
const P = 2n ** 255n - 19n;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const SIGN_BIT = 0x80;
/** The DER prefix of a 32-byte Ed25519 key. */
const ED25519_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Adds checks that the client library skips (docs/reference/wd.md#authenticity): rc14's `Curve.verify` ignores the
 * result of libsignal and returns true for every signature. Corrected, it checks the two signatures of the noise
 * certificate and the account's signature of a newly linked device. The library never checks that the certificate names
 * the server's own key: anyone could present the chain that the real network shows to every client.
 */
export function authenticateNetwork({ Curve, proto }: Pick<typeof import('baileys'), 'Curve' | 'proto'>): void {
  const { CertChain } = proto;
  const { Details } = CertChain.NoiseCertificate;
  const { sharedKey } = Curve;
  const decode = CertChain.decode.bind(CertChain);
  let agreedWith: Uint8Array = NOTHING;

  Curve.verify = (key, message, signature) => verifySignature(withoutType(key), message, signature);
  Curve.sharedKey = (privateKey, publicKey) => {
    agreedWith = publicKey;
    return sharedKey(privateKey, publicKey);
  };
  // The handshake is one synchronous step: the last key it agreed on, before it reads the chain, is the server's.
  CertChain.decode = (...given) => {
    const chain = decode(...given);
    const leaf = Details.decode(chain.leaf?.details ?? NOTHING);
    const issuer = Details.decode(chain.intermediate?.details ?? NOTHING);
    if (Buffer.compare(leaf.key ?? NOTHING, agreedWith) !== 0)
      throw new Error('The noise certificate names another key than the server has.');
    if (leaf.issuerSerial !== issuer.serial) throw new Error('The noise certificate names another issuer.');
    return chain;
  };
}

/**
 * Wraps the repository so that it starts sessions only with a prekey that the person's identity key signed; libsignal
 * does not check this. Others are reported and ignored: the message reaches the remaining devices of the person or
 * group, and is refused without any.
 */
export function withSignedPreKeys(
  repository: SignalRepositoryWithLIDStore,
  report: (error: Error) => void,
): SignalRepositoryWithLIDStore {
  return {
    ...repository,
    async injectE2ESession(given) {
      const { identityKey, signedPreKey } = given.session;
      if (verifySignature(withoutType(identityKey), signedPreKey.publicKey, signedPreKey.signature))
        return repository.injectE2ESession(given);
      report(new Error('The signed prekey of a person is not signed by their identity key.'));
    },
  };
}

/**
 * Whether a Curve25519 key (32 bytes) made this signature (XEdDSA: an Ed25519 signature whose last bit is the sign of the
 * key's point). Node's own Ed25519 takes a sixteenth of the time of libsignal's, which blocks the process for 35 ms each.
 */
export function verifySignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false;
  const point = toEdwards(publicKey);
  if (!point) return false;
  const given = Buffer.from(signature);
  const last = given.readUInt8(SIGNATURE_BYTES - 1);
  point.writeUInt8(point.readUInt8(KEY_BYTES - 1) | (last & SIGN_BIT), KEY_BYTES - 1);
  given.writeUInt8(last & ~SIGN_BIT, SIGNATURE_BYTES - 1);
  const key = createPublicKey({ key: Buffer.concat([ED25519_PREFIX, point]), format: 'der', type: 'spki' });
  return verify(null, message, key, given);
}

/** Signal keys carry their type in a first byte. */
const withoutType = (key: Uint8Array): Uint8Array => (key.length === 33 ? key.subarray(1) : key);

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let factor = base % P, left = exponent; left > 0n; left >>= 1n, factor = (factor * factor) % P)
    if (left & 1n) result = (result * factor) % P;
  return result;
}

const readLittleEndian = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

/** The y of the Edwards point that belongs to a Montgomery u: (u - 1) / (u + 1); null for the one u that has none. */
function toEdwards(publicKey: Uint8Array): Buffer | null {
  const u = (readLittleEndian(publicKey) & (2n ** 255n - 1n)) % P;
  if (u === P - 1n) return null;
  const y = ((u - 1n + P) * power(u + 1n, P - 2n)) % P;
  return Buffer.from(y.toString(16).padStart(2 * KEY_BYTES, '0'), 'hex').reverse();
}
