import { expect, test } from 'vitest';
import { turnPixels } from './turn-pixels.client.ts';

// Stored: 1 2 3 above 4 5 6, as shades of grey.
const STORED = Uint8Array.from([1, 2, 3, 4, 5, 6].flatMap((shade) => [shade, shade, shade, 255]));

test.each([
  [1, ['123', '456']],
  [2, ['321', '654']],
  [3, ['654', '321']],
  [4, ['456', '123']],
  [5, ['14', '25', '36']],
  [6, ['41', '52', '63']],
  [7, ['63', '52', '41']],
  [8, ['36', '25', '14']],
])('orientation %i is shown as EXIF says', (orientation, rows) => {
  const { pixels, width, height } = turnPixels(STORED, { width: 3, height: 2 }, orientation);
  const shades = [...Array(width * height).keys()].map((index) => pixels[index * 4]);
  expect([...Array(height).keys()].map((row) => shades.slice(row * width, (row + 1) * width).join(''))).toEqual(rows);
});
