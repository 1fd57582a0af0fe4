import { expect, test } from 'vitest';
import { verifySignature } from './authenticate-network.client.ts';
import { loadBaileys } from './load-baileys.client.ts';

const { Curve } = await loadBaileys();
const message = Buffer.from('the details of a certificate');

test('a signature of the library is valid only for its key and message', () => {
  for (let count = 0; count < 10; count++) {
    const { public: key, private: privateKey } = Curve.generateKeyPair();
    const signature = Curve.sign(privateKey, message);
    expect(verifySignature(key, message, signature)).toBe(true);
    expect(verifySignature(key, Buffer.from('other details'), signature)).toBe(false);
    expect(verifySignature(Curve.generateKeyPair().public, message, signature)).toBe(false);
  }
});

test.for<[string, Buffer]>([
  ['no signature', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(64)],
  ['ones', Buffer.alloc(64, 0xff)],
  ['63 bytes', Buffer.alloc(63)],
])('%s is not a valid signature for any key', ([, signature]) => {
  const last = Buffer.alloc(32, 0xff).fill(0xec, 0, 1).fill(0x7f, 31);
  for (const key of [Curve.generateKeyPair().public, Buffer.alloc(31, 1), last])
    expect(verifySignature(key, message, signature)).toBe(false);
});

test('the client itself rejects a signature of another key', () => {
  const [mine, other] = [Curve.generateKeyPair(), Curve.generateKeyPair()];
  expect(Curve.verify(mine.public, message, Curve.sign(mine.private, message))).toBe(true);
  expect(Curve.verify(mine.public, message, Curve.sign(other.private, message))).toBe(false);
  expect(Curve.verify(mine.public, message, Buffer.alloc(64))).toBe(false);
});
