import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTiktokSignature, signTiktok } from './tiktok-signature.ts';

const SECRET = 's3cret';
const SECONDS = 1_789_814_497;
const NOW = new Date(SECONDS * 1000);
const RAW = String.raw`{"content":"{\"text\":{\"body\":\"ولا\"}}"}`;
// printf '1789814497.{…}' | openssl dgst -sha256 -hmac s3cret
const KNOWN = 't=1789814497,s=5784c33f45bac81e8380326a83dc3fb8226113dbca38d8f9cb0e9bbe72228535';

describe('the signature of TikTok', () => {
  test('equals the one of another implementation, over the exact bytes', () => {
    expect(signTiktok(RAW, SECRET, SECONDS)).toBe(KNOWN);
    expect(isTiktokSignature(RAW, KNOWN, SECRET, NOW)).toBe(true);
    expect(isTiktokSignature(Buffer.from(RAW), KNOWN, SECRET, NOW)).toBe(true);
    expect(isTiktokSignature(JSON.stringify(JSON.parse(RAW), null, 1), KNOWN, SECRET, NOW)).toBe(false);
  });

  test('may name its members in either order', () => {
    const [time, digest] = KNOWN.split(',');
    expect(isTiktokSignature(RAW, `${digest}, ${time}`, SECRET, NOW)).toBe(true);
  });

  test.each([
    ['none', null],
    ['an empty one', ''],
    ['one without a time', KNOWN.replace(/^t=\d+,/, '')],
    ['one of another time', KNOWN.replace('497', '498')],
    ['one by another secret', signTiktok(RAW, 'other', SECONDS)],
    ['a cut one', KNOWN.slice(0, -1)],
    ['a longer one', `${KNOWN}0`],
    ['one beyond ASCII', 't=1789814497,s=ü'],
    ['two of them', `${KNOWN},${KNOWN}`],
  ])('%s is refused', (_what, header) => {
    expect(isTiktokSignature(RAW, header, SECRET, NOW)).toBe(false);
  });

  test('is valid for five minutes before and after, or for the given tolerance', () => {
    const at = (offsetMs: number, toleranceMs?: number) =>
      isTiktokSignature(RAW, KNOWN, SECRET, new Date(NOW.getTime() + offsetMs), toleranceMs);
    expect([at(300_000), at(-300_000), at(300_001), at(-300_001)]).toEqual([true, true, false, false]);
    expect([at(300_001, 600_000), at(2, 1)]).toEqual([true, false]);
  });

  test('is valid for any body, but not after one bit has changed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), (bytes, at) => {
        const header = signTiktok(bytes, SECRET, SECONDS);
        expect(isTiktokSignature(bytes, header, SECRET, NOW)).toBe(true);
        const changed = Uint8Array.from(bytes);
        const index = at % changed.length;
        changed[index] = (changed[index] ?? 0) ^ 1;
        expect(isTiktokSignature(changed, header, SECRET, NOW)).toBe(false);
      }),
    );
  });
});
