import { expect, test } from 'vitest';
import { readLogo } from './workspace-logo.ts';

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
