import { expect, test } from 'vitest';
import { loadBaileys } from './load-baileys.client.ts';
import { writeWithBytes } from './write-with-bytes.client.ts';

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
