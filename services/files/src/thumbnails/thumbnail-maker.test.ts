import { MB } from '@parley/common/files/upload-rules';
import { planThumbnail, shownSize } from '@parley/files/media/plan-thumbnail.rules';
import { readImageHeader } from '@parley/files/media/read-image-header.rules';
import { makeThumbnailMaker } from '@parley/files/thumbnails/make-thumbnail.client';
import {
  makeMovingWebp,
  makePicture,
  makePlain,
  makePngBomb,
  readPicture,
  withOrientation,
} from '@parley/testing/factories/make-picture';
import { expect, test } from 'vitest';

// docs/reference/uploads.md#thumbnails
// The machine of a test may be slow.
const PATIENT = { timeoutMs: 120_000 };
const make = makeThumbnailMaker(PATIENT);
const LANDSCAPE = { width: 1200, height: 800 };
const SHAPE = { size: { width: 384, height: 256 }, orientation: 1 };

const planOf = (bytes: Buffer) => planThumbnail(readImageHeader(bytes), bytes.length);

test.each(['jpeg', 'png', 'webp'] as const)('a %s becomes a small JPEG of the same shape', async (kind) => {
  const bytes = makePicture(kind, LANDSCAPE);
  expect(readImageHeader(bytes)).toMatchObject({ type: kind, ...LANDSCAPE, orientation: 1, isAnimated: false });
  expect(planOf(bytes)).toEqual({ make: SHAPE.size });
  const made = await make(bytes, SHAPE);
  expect(readImageHeader(made ?? bytes)).toMatchObject({ type: 'jpeg', ...SHAPE.size });
  expect(made?.length).toBeLessThan(64 * 1024);
});

test('a photo that was taken upright is shown upright', async () => {
  // Stored in the camera's orientation: red above, blue below. After a quarter turn red is on the right.
  const stored = makePicture('jpeg', {
    ...LANDSCAPE,
    colourAt: (_x, y) => (y < 400 ? [255, 0, 0, 255] : [0, 0, 255, 255]),
  });
  const photo = withOrientation(stored, 6);
  const header = readImageHeader(photo);
  expect(header).toMatchObject({ ...LANDSCAPE, orientation: 6 });
  expect(planThumbnail(header, MB)).toEqual({ make: { width: 288, height: 192 } });
  expect(header && shownSize(header)).toEqual({ width: LANDSCAPE.height, height: LANDSCAPE.width });
  const shown = readPicture((await make(photo, { size: { width: 288, height: 192 }, orientation: 6 })) ?? photo);
  expect([shown.width, shown.height]).toEqual([192, 288]);
  const isRed = (x: number) => (shown.at(x, 100)[0] ?? 0) > 200;
  expect([isRed(20), isRed(170)]).toEqual([false, true]);
});

test('transparent parts of an image become white', async () => {
  const logo = makePicture('png', { ...LANDSCAPE, colourAt: (x) => (x < 600 ? [0, 0, 0, 0] : [0, 0, 0, 255]) });
  const shown = readPicture((await make(logo, SHAPE)) ?? logo);
  expect(shown.at(50, 50)).toEqual([255, 255, 255]);
  expect(Math.max(...shown.at(330, 50))).toBeLessThan(20);
});

const jpeg = makePicture('jpeg', LANDSCAPE);
/** The same JPEG with a wrong size in its header. */
function lyingJpeg(width: number, height: number): Buffer {
  const lying = Buffer.from(jpeg);
  const frame = lying.indexOf(Buffer.from([0xff, 0xc0]));
  lying.writeUInt16BE(height, frame + 5);
  lying.writeUInt16BE(width, frame + 7);
  return lying;
}

test('reads a JPEG with padded segments', () => {
  const filled = Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(3, 0xff), jpeg.subarray(2)]);
  expect(readImageHeader(filled)).toMatchObject(LANDSCAPE);
});

test.each([
  ['a PNG of 50,000 by 50,000', makePngBomb({ width: 50_000, height: 50_000, rows: 10 })],
  ['a JPEG of 60,000 by 60,000', lyingJpeg(60_000, 60_000)],
  ['a moving WebP of 16,384 by 16,384', makeMovingWebp({ width: 16_384, height: 16_384, frames: 5000 })],
  ['a picture without pixels', lyingJpeg(0, 0)],
  ['what is no picture', Buffer.from('%PDF-1.7')],
  ['a JPEG that breaks off in its header', jpeg.subarray(0, 12)],
  ['a PNG that breaks off in its header', makePngBomb(LANDSCAPE).subarray(0, 20)],
  ['nothing', Buffer.alloc(0)],
])('%s is refused by its header, and no decoder sees it', (_what, bytes) => {
  expect(planOf(bytes)).toBe('none');
});

test.each([
  ['a moving WebP of thousands of frames', makeMovingWebp({ width: 512, height: 512, frames: 5000 })],
  ['a GIF', Buffer.from('GIF89a\x00\x02\x00\x02\x80\x00\x00', 'latin1')],
  ['a small picture', makePicture('png', { width: 40, height: 40 })],
])('%s is shown as it is, and no decoder sees it', (_what, bytes) => {
  expect(planOf(bytes)).toBe('whole');
});

test.each([
  ['a JPEG that breaks off', jpeg.subarray(0, 400)],
  ['a PNG that breaks off', makePicture('png', LANDSCAPE).subarray(0, 5000)],
  ['a WebP that breaks off', makePicture('webp', LANDSCAPE).subarray(0, 5000)],
  ['a PNG with too few rows', makePngBomb({ ...LANDSCAPE, rows: 10 })],
  [
    'a moving WebP whose header says that it does not',
    makeMovingWebp({ width: 512, height: 512, frames: 3000 }).fill(0, 20, 21),
  ],
  [
    'a header of a PNG before other bytes',
    Buffer.concat([makePngBomb(LANDSCAPE).subarray(0, 33), Buffer.alloc(100_000, 7)]),
  ],
])('%s has no thumbnail', async (_what, bytes) => {
  expect(await make(bytes, SHAPE)).toBeNull();
});

test('draws the next image after one that cannot be drawn', async () => {
  const made = await Promise.all([make(jpeg.subarray(0, 400), SHAPE), make(jpeg, SHAPE)]);
  expect(made.map((bytes) => bytes !== null)).toEqual([false, true]);
});

test('a small file that unpacks to more than the decoder’s memory limit is not drawn, and the process continues', async () => {
  const bomb = makePngBomb({ width: 5000, height: 5000 });
  expect(bomb.length).toBeLessThan(10_000);
  const before = process.memoryUsage.rss();
  expect(await makeThumbnailMaker({ ...PATIENT, decoderBytes: 64 * MB })(bomb, SHAPE)).toBeNull();
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MB);
  expect(await makeThumbnailMaker({ ...PATIENT, decoderBytes: 64 * MB })(jpeg, SHAPE)).not.toBeNull();
});

test('a header with a too small size does not bypass the memory limit', async () => {
  const bomb = makePngBomb({ width: 30_000, height: 30_000 });
  expect(await make(bomb, SHAPE)).toBeNull();
});

test('terminates drawing that does not end', async () => {
  expect(await makeThumbnailMaker({ timeoutMs: 1 })(jpeg, SHAPE)).toBeNull();
});

test('the largest accepted photo fits into the memory of the decoder', async () => {
  const photo = makePlain({ width: 5712, height: 4284 });
  expect(planOf(photo)).toEqual({ make: { width: 384, height: 288 } });
  expect(await make(photo, { ...SHAPE, size: { width: 384, height: 288 } })).not.toBeNull();
});
