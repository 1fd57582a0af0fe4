import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { loadBaileys } from './load-baileys.client.ts';

const { WA_CERT_DETAILS } = await loadBaileys();
const before = WA_CERT_DETAILS.PUBLIC_KEY;
afterAll(() => {
  WA_CERT_DETAILS.PUBLIC_KEY = before;
});

test('a root key replaces the one that the library trusts, also when it was loaded without one', async () => {
  const emulated = randomBytes(32);
  await loadBaileys(emulated);
  expect(WA_CERT_DETAILS.PUBLIC_KEY).toEqual(emulated);
  await loadBaileys();
  expect(WA_CERT_DETAILS.PUBLIC_KEY).toEqual(emulated);
});
