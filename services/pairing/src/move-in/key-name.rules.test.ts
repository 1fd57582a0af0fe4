import { expect, test } from 'vitest';
import { splitFileName } from './key-name.rules.ts';

test.each([
  ['pre-key-31.json', 'pre-key', '31'],
  ['session-5511999999999.0.json', 'session', '5511999999999.0'],
  ['session-123456789012345_1.12.json', 'session', '123456789012345_1.12'],
  ['identity-key-5511999999999.0.json', 'identity-key', '5511999999999.0'],
  ['sender-key-1203630@g.us--123456789012345_1--12.json', 'sender-key', '1203630@g.us::123456789012345_1::12'],
  ['sender-key-5511-1600000@g.us--5511--0.json', 'sender-key', '5511-1600000@g.us::5511::0'],
  ['sender-key-memory-5511-1600000@g.us.json', 'sender-key-memory', '5511-1600000@g.us'],
  ['app-state-sync-key-AAAAAB__x.json', 'app-state-sync-key', 'AAAAAB/x'],
  ['app-state-sync-version-critical_block.json', 'app-state-sync-version', 'critical_block'],
  ['lid-mapping-123456789012345_reverse.json', 'lid-mapping', '123456789012345_reverse'],
  ['device-list-5511999999999.json', 'device-list', '5511999999999'],
  ['tctoken-5511999999999@s.whatsapp.net.json', 'tctoken', '5511999999999@s.whatsapp.net'],
])('%s is the %s of %s', (file, type, id) => {
  expect(splitFileName(file)).toEqual({ type, id });
});

test.each(['creds.json', 'session-1.0', 'store.sqlite3', '.waha.session.config.json'])('%s is no key', (file) => {
  expect(splitFileName(file)).toBeNull();
});
