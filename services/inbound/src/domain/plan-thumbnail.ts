import type { ImageHeader, Size } from './read-image-header.ts';

/** A larger file is not read for a thumbnail; uploads have no more by default. */
export const THUMBNAIL_FILE_BYTES = 25 * 1024 * 1024;
/** More than every phone's usual photo has; decoded these take some 370 MB. */
const MAX_PIXELS = 25_000_000;
/** A file that is as small is its own thumbnail. */
const SMALL_BYTES = 48 * 1024;
const SMALL_PIXELS = 1_000_000;
/** One and a half times what the inbox shows. */
const BOX = { width: 384, height: 288 };

/** By the EXIF standard, width and height change places when it is shown. */
const isTurned = ({ orientation }: ImageHeader): boolean => orientation > 4;

/** The size of a picture once it is turned as it is shown. */
export const shownSize = (header: ImageHeader): Size => {
  const { width, height } = header;
  return isTurned(header) ? { width: height, height: width } : { width, height };
};

/** How many pixels a thumbnail has, before it is turned; never more than the picture. */
function fit(header: ImageHeader): Size {
  const { width, height } = header;
  const box = isTurned(header) ? { width: BOX.height, height: BOX.width } : BOX;
  const scale = Math.min(1, box.width / width, box.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * What is shown in the place of a picture (docs/reference/uploads.md#thumbnails): a thumbnail of this size, the `whole` file, which is
 * small or moves, or `none` of them, because it would take too much to draw, or is no picture.
 */
export function planThumbnail(header: ImageHeader | null, fileBytes: number): { make: Size } | 'whole' | 'none' {
  if (header === null) return 'none';
  const pixels = header.width * header.height;
  if (pixels === 0 || pixels > MAX_PIXELS) return 'none';
  if (header.isAnimated || (fileBytes <= SMALL_BYTES && pixels <= SMALL_PIXELS)) return 'whole';
  return { make: fit(header) };
}
