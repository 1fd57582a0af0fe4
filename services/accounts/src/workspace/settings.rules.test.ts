import { expect, test } from 'vitest';
import { readLogo, requireRetention } from './settings.rules.ts';

test.each([
  ['a shorter retention', 30, { held: null, deploymentDays: 365 }],
  ['the retention of the deployment', 365, { held: 30, deploymentDays: 365 }],
  ['no retention of its own', null, { held: 30, deploymentDays: 365 }],
  ['no change', undefined, { held: 30, deploymentDays: 365 }],
  ['a longer one that the operator granted', 900, { held: 900, deploymentDays: 365 }],
  ['any retention where the deployment keeps everything', 36_500, { held: null, deploymentDays: null }],
] as const)('an owner may choose %s', (_what, days, limits) => {
  expect(() => requireRetention(days, limits)).not.toThrow();
});

test('an owner may not keep messages for longer than the deployment', () => {
  expect(() => requireRetention(366, { held: 900, deploymentDays: 365 })).toThrow(
    expect.objectContaining({ code: 'invalid_retention_days', message: expect.stringContaining('at most 365') }),
  );
});

const png = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(60);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(head);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
};
const code = (bytes: Buffer): string => {
  try {
    return readLogo(bytes.toString('base64')).version;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('a small PNG has a version that only its content decides', () => {
  const version = code(png(256, 256));
  expect(version).toMatch(/^[0-9a-f]{16}$/);
  expect(code(png(256, 256))).toBe(version);
  expect(code(png(128, 256))).not.toBe(version);
});

test('a larger one, another format and a cut file are refused', () => {
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>${' '.repeat(60)}`);
  for (const bytes of [png(257, 1), png(1, 100_000), svg, png(1, 1).subarray(0, 20), Buffer.alloc(0)])
    expect(code(bytes)).toBe('invalid_logo');
});
