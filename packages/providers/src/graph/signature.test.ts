import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signHub, verifyHubSignature } from './signature.ts';

const SECRET = 'app-secret';

describe('the signature of a webhook', () => {
  // As Meta writes it: slashes and all non-ASCII characters are escaped, so that parsing and serializing it again
  // changes it.
  const raw = Buffer.from(String.raw`{"mime":"image\/jpeg","name":"Bj\u00f6rn \ud83d\ude2e"}`);

  test('covers the exact bytes, including escaped slashes', () => {
    const header = `sha256=${createHmac('sha256', SECRET).update(raw).digest('hex')}`;
    expect(verifyHubSignature(raw, header, SECRET)).toBe(true);
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(raw.toString('utf8'))));
    expect(verifyHubSignature(rewritten, header, SECRET)).toBe(false);
  });

  test.each([
    ['none', ''],
    ['one without its scheme', signHub(raw, SECRET).slice('sha256='.length)],
    ['one of the old scheme', `sha1=${createHmac('sha1', SECRET).update(raw).digest('hex')}`],
    ['one by another secret', signHub(raw, 'other')],
    ['a cut one', signHub(raw, SECRET).slice(0, -1)],
    ['a longer one', `${signHub(raw, SECRET)}0`],
    ['one beyond ASCII', 'ü'.repeat(71)],
  ])('%s is refused', (_what, header) => {
    expect(verifyHubSignature(raw, header, SECRET)).toBe(false);
  });

  test('verifies any body with its own signature, but not after one bit has changed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), (bytes, at) => {
        const header = signHub(bytes, SECRET);
        expect(verifyHubSignature(bytes, header, SECRET)).toBe(true);
        const changed = Uint8Array.from(bytes);
        const index = at % changed.length;
        changed[index] = (changed[index] ?? 0) ^ 1;
        expect(verifyHubSignature(changed, header, SECRET)).toBe(false);
      }),
    );
  });
});
