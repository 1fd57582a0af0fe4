import { expect, test } from 'vitest';
import { isPreKeyText, readPreKey, writePreKey, writeWithBytes } from './key-text.client.ts';
import { loadBaileys } from './load-baileys.client.ts';

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

const pool = Buffer.from('the bytes of several keys');
const VALUES: readonly (readonly [what: string, value: unknown])[] = [
  ['a Buffer', Buffer.from('a session')],
  ['a Uint8Array that is a part of another', new Uint8Array(pool.buffer, pool.byteOffset + 4, 5)],
  ['no bytes', new Uint8Array()],
  ['a pair of keys', { public: Buffer.from('public'), private: new Uint8Array([1, 2, 3]) }],
  ['a stanza', { tag: 'message', attrs: { id: '1' }, content: [{ tag: 'enc', attrs: {}, content: Buffer.from('x') }] }],
  ['bytes in a list', [1, Buffer.from('y'), null, 'z']],
  ['a value that describes itself', { toJSON: () => ({ of: Buffer.from('self') }) }],
  ['a text', 'text'],
  ['nothing', null],
];

test.each(VALUES)('%s is written as the library writes it', async (_what, value) => {
  const { BufferJSON } = await loadBaileys();
  expect(writeWithBytes(value)).toBe(JSON.stringify(value, BufferJSON.replacer));
});
