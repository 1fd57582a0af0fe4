import type { Size } from '../media/read-image-header.rules.ts';

/** Source position of a rotated pixel, by EXIF orientation; `last` is the last column and row of the stored picture. */
const SOURCES: Readonly<Record<number, (x: number, y: number, last: { x: number; y: number }) => [number, number]>> = {
  1: (x, y) => [x, y],
  2: (x, y, last) => [last.x - x, y],
  3: (x, y, last) => [last.x - x, last.y - y],
  4: (x, y, last) => [x, last.y - y],
  5: (x, y) => [y, x],
  6: (x, y, last) => [y, last.y - x],
  7: (x, y, last) => [last.x - y, last.y - x],
  8: (x, y, last) => [last.x - y, x],
};
const CHANNELS = 4;
const WHITE = 255;

/** RGBA pixels as they are shown: rotated by their orientation, with transparency on white. */
export function turnPixels(pixels: Uint8Array, stored: Size, orientation: number): { pixels: Uint8Array } & Size {
  const sourceOf = SOURCES[orientation];
  if (!sourceOf) throw new Error(`There is no orientation ${orientation}.`);
  const { width, height } = orientation > 4 ? { width: stored.height, height: stored.width } : stored;
  const last = { x: stored.width - 1, y: stored.height - 1 };
  const turned = new Uint8Array(width * height * CHANNELS).fill(WHITE);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = sourceOf(x, y, last);
      const from = (fromY * stored.width + fromX) * CHANNELS;
      const to = (y * width + x) * CHANNELS;
      const alpha = (pixels[from + 3] ?? 0) / WHITE;
      for (let channel = 0; channel < 3; channel++)
        turned[to + channel] = Math.round((pixels[from + channel] ?? 0) * alpha + WHITE * (1 - alpha));
    }
  return { pixels: turned, width, height };
}
