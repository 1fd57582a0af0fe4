import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import {
  BAILEYS_VERSION,
  cutOff,
  type RetryCaches,
  shrinkRetryCaches,
  useOwnKeyBytes,
} from './baileys-internals.client.ts';
import { SILENT } from './baileys-options.client.ts';
import { loadBaileys } from './load-baileys.client.ts';

// A new version of the client library: read what changed in the members below, then raise the pinned version.

const library = await loadBaileys();
const { MessageRetryManager, Curve } = library;
const MANY = 2000;

interface Package {
  version: string;
  dependencies: Record<string, string>;
}
const readPackage = (path: string): Package => JSON.parse(readFileSync(path, 'utf8'));
const makeManager = () => new MessageRetryManager(SILENT, 5);
/** Members of a retry manager that reserve memory for all entries that they may hold. */
const reserving = (manager: object): string[] =>
  Object.entries(manager).flatMap(([name, value]) => (value?.max > 0 ? [name] : []));

test('the client library has exactly the version that the internals were written for', () => {
  const require = createRequire(import.meta.url);
  expect(readPackage(require.resolve('../../package.json')).dependencies.baileys).toBe(BAILEYS_VERSION);
  const entry = require.resolve('baileys');
  const root = entry.slice(0, entry.lastIndexOf('node_modules/baileys/') + 'node_modules/baileys/'.length);
  expect(readPackage(`${root}package.json`).version).toBe(BAILEYS_VERSION);
});

test('no cache of a connection’s retries reserves memory', () => {
  const manager = makeManager();
  expect(reserving(manager).sort()).toEqual(['baseKeys', 'recentMessagesMap']);
  expect(Object.keys(manager)).toContain('messageKeyIndex');
  shrinkRetryCaches({ messageRetryManager: manager });
  expect(reserving(manager)).toEqual([]);
});

test('the retry manager works on the caches that replace its own, within their limits', () => {
  const manager = makeManager();
  shrinkRetryCaches({ messageRetryManager: manager });
  // safe: what shrinkRetryCaches has set
  const caches = manager as unknown as RetryCaches;
  for (let count = 0; count < MANY; count++) {
    manager.addRecentMessage('ann', `m${count}`, { conversation: `text ${count}` });
    manager.saveBaseKey('ann.0', `m${count}`, Buffer.from([count % 256]));
  }
  const sizes = () => [caches.recentMessagesMap, caches.messageKeyIndex, caches.baseKeys].map((map) => map.size());
  expect(sizes()).toEqual([512, 512, 1024]);
  expect(manager.getRecentMessage('ann', 'm0')).toBeUndefined();
  expect(manager.getRecentMessage('ann', 'm1999')?.message).toEqual({ conversation: 'text 1999' });
  expect(manager.hasSameBaseKey('ann.0', 'm1999', Buffer.from([1999 % 256]))).toBe(true);
  expect(manager.hasSameBaseKey('ann.0', 'm1999', Buffer.from([0]))).toBe(false);
  manager.markRetrySuccess('m1999');
  manager.deleteBaseKey('ann.0', 'm1999');
  expect(manager.getRecentMessage('ann', 'm1999')).toBeUndefined();
  expect(sizes()).toEqual([511, 511, 1023]);
  manager.clear();
  expect(sizes()).toEqual([0, 0, 0]);
});

test('a key pair shares no memory with other buffers', () => {
  const pooled = () => Buffer.from('a small buffer');
  const copy = { ...Curve, generateKeyPair: () => ({ private: pooled(), public: pooled() }) };
  useOwnKeyBytes({ Curve: copy });
  const pair = copy.generateKeyPair();
  for (const key of [pair.private, pair.public]) {
    expect(Buffer.from(key).toString()).toBe('a small buffer');
    expect(key.buffer.byteLength).toBe(key.length);
  }
});

test('a connection is cut off through the socket of the library’s client', () => {
  const sock = library.makeWASocket({
    auth: { creds: library.initAuthCreds(), keys: { get: async () => ({}), set: async () => {} } },
    logger: SILENT,
    waWebSocketUrl: 'ws://127.0.0.1:9',
  });
  let isCut = false;
  // safe: the library's client holds its WebSocket there
  const client = sock.ws as unknown as { socket: { terminate(): void; on(event: string, hear: () => void): void } };
  const { terminate } = client.socket;
  client.socket.terminate = () => {
    isCut = true;
    terminate.call(client.socket);
  };
  cutOff(sock);
  expect(isCut).toBe(true);
  void sock.end(undefined);
});
