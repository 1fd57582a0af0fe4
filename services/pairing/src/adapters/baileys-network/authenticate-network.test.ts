import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { authenticateNetwork } from './authenticate-network.ts';
import { loadBaileys } from './load-baileys.ts';

const library = await loadBaileys();
const REAL_ROOT = randomBytes(32);

/** The root key that a copy of the library trusts with this one of the environment. */
function rootTrustedWith(rootKey: Uint8Array | null): Uint8Array {
  const { CertChain } = library.proto;
  const copy = {
    Curve: { ...library.Curve },
    proto: { ...library.proto, CertChain: class extends CertChain {} },
    WA_CERT_DETAILS: { ...library.WA_CERT_DETAILS, PUBLIC_KEY: REAL_ROOT },
  };
  authenticateNetwork(copy, rootKey);
  return copy.WA_CERT_DETAILS.PUBLIC_KEY;
}

test('the root key of the environment replaces that of the real network, which is trusted without one', () => {
  const emulated = randomBytes(32);
  expect(rootTrustedWith(emulated)).toEqual(emulated);
  expect(rootTrustedWith(null)).toEqual(REAL_ROOT);
});
