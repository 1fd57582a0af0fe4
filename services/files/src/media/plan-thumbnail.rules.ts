import { MB } from '@parley/common/files/upload-rules';
import type { ImageHeader, Size } from './read-image-header.rules.ts';

/** A JPEG of the given size, rotated as it is shown; null when it cannot be drawn within the limits. */
export type MakeThumbnail = (
  bytes: Uint8Array,
  shape: { size: Size; orientation: number },
) => Promise<Uint8Array | null>;

/** Larger files get no thumbnail; this is also the default upload limit. */
export const THUMBNAIL_FILE_BYTES = 25 * MB;
/** More than the usual photo of any phone; decoding this many takes some 370 MB. */
const MAX_PIXELS = 25_000_000;
/** A file up to this size is its own thumbnail. */
const SMALL_BYTES = 48 * 1024;
const SMALL_PIXELS = 1_000_000;
/** One and a half times the displayed size. */
const BOX = { width: 384, height: 288 };

/** Whether the EXIF orientation swaps width and height. */
const isTurned = ({ orientation }: ImageHeader): boolean => orientation > 4;

/** The size of a picture after its rotation. */
export const shownSize = (header: ImageHeader): Size => {
  const { width, height } = header;
  return isTurned(header) ? { width: height, height: width } : { width, height };
};

/** The size of a thumbnail in pixels before its rotation; never larger than the picture. */
function fit(header: ImageHeader): Size {
  const { width, height } = header;
  const box = isTurned(header) ? { width: BOX.height, height: BOX.width } : BOX;
  const scale = Math.min(1, box.width / width, box.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * The preview of a picture (docs/reference/uploads.md#thumbnails): a thumbnail of this size, the `whole` file, which is
 * small or animated, or `none`, because the file is too expensive to draw or is not a picture.
 */
export function planThumbnail(header: ImageHeader | null, fileBytes: number): { make: Size } | 'whole' | 'none' {
  if (header === null) return 'none';
  const pixels = header.width * header.height;
  if (pixels === 0 || pixels > MAX_PIXELS) return 'none';
  if (header.isAnimated || (fileBytes <= SMALL_BYTES && pixels <= SMALL_PIXELS)) return 'whole';
  return { make: fit(header) };
}
