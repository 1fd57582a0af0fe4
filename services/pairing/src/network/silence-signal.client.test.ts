import { createRequire } from 'node:module';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silenceSignal } from './silence-signal.client.ts';

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
