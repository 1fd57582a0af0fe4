import { expect, test } from 'vitest';
import { makeStandardSecret } from './standard-signature.ts';

test('a webhook secret is whsec_ and base64 of 32 bytes', () => {
  expect(makeStandardSecret(() => Buffer.alloc(32, 0))).toBe(`whsec_${'A'.repeat(43)}=`);
});
