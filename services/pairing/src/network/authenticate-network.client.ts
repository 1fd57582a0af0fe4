import type { SignalRepositoryWithLIDStore } from 'baileys';
import { verifySignature } from './verify-signature.client.ts';

/** Signal keys carry their type in a first byte. */
const withoutType = (key: Uint8Array): Uint8Array => (key.length === 33 ? key.subarray(1) : key);
const NOTHING = Buffer.alloc(0);

/**
 * Adds checks that the client library skips (docs/reference/wd.md#authenticity): rc14's `Curve.verify` ignores the
 * result of libsignal and returns true for every signature. Corrected, it checks the two signatures of the noise
 * certificate and the account's signature of a newly linked device. The library never checks that the certificate names
 * the server's own key: anybody could present the chain that the real network shows to every client.
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
