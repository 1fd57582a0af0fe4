import type { AuthenticationCreds } from 'baileys';
import { expect, test } from 'vitest';
import { noteLinkedAt } from './import-messages.client.ts';

test.each([
  ['in the stanza', { t: '1772000000' }, 1_772_000_000],
  ['of our clock when the stanza has none', {}, 1_772_366_400],
  ['of our clock when the stanza has an invalid one', { t: 'soon' }, 1_772_366_400],
])('the time of the link is the one %s', (_what, attrs, linkedAtS) => {
  const creds: Pick<AuthenticationCreds, 'additionalData'> = {};
  noteLinkedAt(creds, { attrs }, new Date('2026-03-01T12:00:00.000Z'));
  expect(creds.additionalData).toEqual({ linkedAtS });
});
