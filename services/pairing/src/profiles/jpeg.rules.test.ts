import { expect, test } from 'vitest';
import { readJpegSize } from './jpeg.rules.ts';

const START = 'ffd8';
/** An application segment with 4 bytes. */
const SEGMENT = 'ffe00006aabbccdd';
/** A frame of `code`, 8 bits, 480 high and 640 wide. */
const frame = (code: string) => `ff${code}00110801e0028003012200021101031101`;

test.each([
  { name: 'a baseline frame', hex: START + frame('c0'), size: { width: 640, height: 480 } },
  { name: 'a progressive frame', hex: START + frame('c2'), size: { width: 640, height: 480 } },
  { name: 'a frame after segments', hex: START + SEGMENT + SEGMENT + frame('c0'), size: { width: 640, height: 480 } },
  { name: 'a frame after fill bytes', hex: `${START}ffff${frame('c0').slice(2)}`, size: { width: 640, height: 480 } },
  {
    name: 'a frame after a marker without a length',
    hex: `${START}ffd0${frame('c0')}`,
    size: { width: 640, height: 480 },
  },
  {
    name: 'tables, which are no frame',
    hex: `${START}ffc40006aabbccdd${frame('c1')}`,
    size: { width: 640, height: 480 },
  },
  { name: 'a PNG', hex: '89504e470d0a1a0a0000000d49484452', size: null },
  { name: 'nothing', hex: '', size: null },
  { name: 'a start alone', hex: START, size: null },
  { name: 'a frame that is cut', hex: START + frame('c0').slice(0, 14), size: null },
  { name: 'a scan before any frame', hex: `${START}ffda0008aabbccddeeff`, size: null },
  { name: 'a segment that ends after the file', hex: `${START}ffe0ffff00`, size: null },
  { name: 'a segment of no length, again and again', hex: START + 'ffe00000'.repeat(3), size: null },
  { name: 'bytes that are no marker', hex: `${START}00112233`, size: null },
])('$name', ({ hex, size }) => {
  expect(readJpegSize(Buffer.from(hex, 'hex'))).toEqual(size);
});
