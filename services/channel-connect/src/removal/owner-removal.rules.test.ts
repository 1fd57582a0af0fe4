import { createHmac, randomBytes } from 'node:crypto';
import { makeCipher } from '@parley/database/encryption';
import { expect, test } from 'vitest';
import { makeRemovalCode, readRemovalCode, readSignedRequest } from './owner-removal.rules.ts';

const signRequest = (payload: object, secret: string): string => {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`;
};

const NOW = new Date('2026-03-01T12:00:00Z');
const inSeconds = (seconds: number) => Math.floor(NOW.getTime() / 1000) + seconds;
const PAYLOAD = { algorithm: 'HMAC-SHA256', issued_at: inSeconds(-5), user_id: '25525000000000009' };
const SECRETS = ['meta', undefined, 'instagram'];
const read = (signed: string) => readSignedRequest(signed, SECRETS, NOW);

test.each(['meta', 'instagram'])('a request that is signed with the secret of %s is read', (secret) => {
  expect(read(signRequest(PAYLOAD, secret))).toEqual({
    userId: PAYLOAD.user_id,
    issuedAt: new Date(PAYLOAD.issued_at * 1000),
  });
});

const signed = signRequest(PAYLOAD, 'meta');
test.each([
  ['that is empty', ''],
  ['without a signature', `.${signed.split('.')[1]}`],
  ['without a payload', `${signed.split('.')[0]}.`],
  ['of another secret', signRequest(PAYLOAD, 'forged')],
  ['of the empty secret', signRequest(PAYLOAD, '')],
  ['with another payload', `${signed.split('.')[0]}.${signRequest({ ...PAYLOAD, user_id: '1' }, 'x').split('.')[1]}`],
  ['with a third part', `${signed}.x`],
  ['that is eleven minutes old', signRequest({ ...PAYLOAD, issued_at: inSeconds(-660) }, 'meta')],
  ['from the future', signRequest({ ...PAYLOAD, issued_at: inSeconds(660) }, 'meta')],
  ['without a time', signRequest({ ...PAYLOAD, issued_at: undefined }, 'meta')],
  ['with another algorithm', signRequest({ ...PAYLOAD, algorithm: 'none' }, 'meta')],
  ['that names no one', signRequest({ ...PAYLOAD, user_id: undefined }, 'meta')],
])('a request %s is refused', (_, request) => {
  expect(read(request)).toBeNull();
});

test('a code of letters and digits tells what was deleted; a changed one tells nothing', () => {
  const cipher = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
  const removal = { at: NOW, disconnected: 3 };
  const code = makeRemovalCode(cipher, removal);
  expect(code).toMatch(/^[0-9a-f]+$/);
  expect(readRemovalCode(cipher, code)).toEqual(removal);
  const another = makeCipher(`k1:${randomBytes(32).toString('base64')}`);
  expect(readRemovalCode(another, code)).toBeNull();
  expect(readRemovalCode(cipher, `${code.slice(0, -1)}x`)).toBeNull();
  expect(readRemovalCode(cipher, code.replace('000003', '000004'))).toBeNull();
  expect(readRemovalCode(cipher, '')).toBeNull();
});
