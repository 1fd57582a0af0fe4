import type { AuthenticationCreds } from 'baileys';
import { expect, test } from 'vitest';
import { noteLinkedAt } from './import-messages.ts';

test.each([
  ['the network names', { t: '1772000000' }, 1_772_000_000],
  ['our clock shows when the network names none', {}, 1_772_366_400],
  ['our clock shows when the network names something else', { t: 'soon' }, 1_772_366_400],
])('the time of the link is the one that %s', (_what, attrs, linkedAtS) => {
  const creds: Pick<AuthenticationCreds, 'additionalData'> = {};
  noteLinkedAt(creds, { attrs }, new Date('2026-03-01T12:00:00.000Z'));
  expect(creds.additionalData).toEqual({ linkedAtS });
});
