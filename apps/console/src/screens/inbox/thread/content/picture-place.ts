/** The largest and smallest size of a picture in the thread, in CSS pixels. */
const MAX = { width: 256, height: 192 };
const LEAST = 48;

/** Side of the box of a sticker, in CSS pixels. */
const STICKER = 128;

interface Size {
  width: number;
  height: number;
}

/**
 * The box of a picture in the thread: its own proportions within the limits, or the largest box if its size is unknown.
 * A sticker has a box of fixed size.
 */
export function placeOfPicture({
  type,
  width,
  height,
}: {
  type?: string;
  width: number | null;
  height: number | null;
}): Size {
  if (type === 'sticker') return { width: STICKER, height: STICKER };
  if (width === null || height === null) return MAX;
  const scale = Math.min(1, MAX.width / width, MAX.height / height);
  const within = (length: number): number => Math.max(LEAST, Math.round(length * scale));
  return { width: within(width), height: within(height) };
}
