const EXIF_NAME = 'Exif\0\0';
const ORIENTATION_TAG = 0x0112;
const ENTRY_BYTES = 12;

/** The orientation (1 to 8) of an EXIF segment; null when it has no valid one. */
export function readOrientation(segment: Uint8Array): number | null {
  if (String.fromCharCode(...segment.subarray(0, EXIF_NAME.length)) !== EXIF_NAME) return null;
  const tiff = segment.subarray(EXIF_NAME.length);
  if (tiff.length < 8) return null;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const isLittle = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > tiff.length) return null;
  const count = view.getUint16(directory, isLittle);
  for (
    let index = 0, at = directory + 2;
    index < count && at + ENTRY_BYTES <= tiff.length;
    index++, at += ENTRY_BYTES
  ) {
    if (view.getUint16(at, isLittle) !== ORIENTATION_TAG) continue;
    const value = view.getUint16(at + 8, isLittle);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}
