import { expect, test } from 'vitest';
import { loadBaileys } from './load-baileys.client.ts';
import { isPreKeyText, readPreKey, writePreKey } from './prekey-text.client.ts';

const { Curve } = await loadBaileys();

test('a prekey is read as the client library made it, from its private key alone', () => {
  for (let count = 0; count < 50; count++) {
    const made = Curve.generateKeyPair();
    const text = writePreKey(made);
    expect(Buffer.from(text, 'base64url')).toHaveLength(32);
    expect(isPreKeyText(text)).toBe(true);
    const read = readPreKey(text);
    expect([[...read.private], [...read.public]]).toEqual([[...made.private], [...made.public]]);
  }
});

test('a text that is no prekey is refused', () => {
  expect(() => readPreKey('')).toThrow();
  expect(() => readPreKey(Buffer.alloc(31).toString('base64url'))).toThrow();
  expect(() => readPreKey(Buffer.alloc(33).toString('base64url'))).toThrow();
});
