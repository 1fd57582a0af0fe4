import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadBaileys, silenceSignal } from './load-baileys.client.ts';

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

let restore = (): void => {};
// Another test of this process may have silenced the console already.
beforeEach(() => silenceSignal()());
afterEach(() => {
  restore();
  vi.restoreAllMocks();
});

function listen(): string[] {
  const heard: string[] = [];
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const)
    vi.spyOn(console, name).mockImplementation((...given: unknown[]) => void heard.push(given.map(String).join(' ')));
  return heard;
}

test('the lines that libsignal prints of a session never reach the console', () => {
  const heard = listen();
  const require = createRequire(import.meta.url);
  const SessionRecord = require('libsignal/src/session_record');
  const sessionOf = () => {
    const entry = SessionRecord.createEntry();
    entry.indexInfo = { closed: -1, baseKey: Buffer.from('private') };
    return entry;
  };
  new SessionRecord().closeSession(sessionOf());
  expect(heard).toHaveLength(1);
  restore = silenceSignal();
  const record = new SessionRecord();
  const entry = sessionOf();
  record.closeSession(entry);
  record.closeSession(entry);
  record.openSession(entry);
  expect(heard).toHaveLength(1);
});

test('a key in a line with unknown words is dropped too', () => {
  const heard = listen();
  restore = silenceSignal();
  console.info('A new way to say it', { ephemeralKeyPair: { privKey: Buffer.alloc(32) } });
  console.log({ currentRatchet: {} });
  expect(heard).toEqual([]);
});

test('everything else is printed', () => {
  const heard = listen();
  restore = silenceSignal();
  console.log('Parley is ready');
  console.error('It failed', { port: 8080 });
  expect(heard).toEqual(['Parley is ready', 'It failed [object Object]']);
});
