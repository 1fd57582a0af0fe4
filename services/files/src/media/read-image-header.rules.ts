/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The picture's header, with its stored size. The bytes come from the sender: nothing in them can be trusted. */
export interface ImageHeader extends Size {
  type: 'jpeg' | 'png' | 'webp' | 'gif';
  /** EXIF orientation, 1 to 8: how the picture is rotated when it is shown. */
  orientation: number;
  isAnimated: boolean;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const textAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
const startsWith = (bytes: Uint8Array, ...values: number[]): boolean =>
  values.every((value, index) => bytes[index] === value);

const still = (type: ImageHeader['type'], size: Size): ImageHeader => ({
  type,
  ...size,
  orientation: 1,
  isAnimated: false,
});

function readPng(bytes: Uint8Array): ImageHeader | null {
  if (bytes.length < 24 || textAt(bytes, 12) !== 'IHDR') return null;
  const view = viewOf(bytes);
  return still('png', { width: view.getUint32(16), height: view.getUint32(20) });
}

function readGif(bytes: Uint8Array): ImageHeader | null {
  if (bytes.length < 10) return null;
  const view = viewOf(bytes);
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  return { ...still('gif', size), isAnimated: true };
}

function readWebp(bytes: Uint8Array): ImageHeader | null {
  if (bytes.length < 30 || textAt(bytes, 8) !== 'WEBP') return null;
  const view = viewOf(bytes);
  const uint24 = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  const kind = textAt(bytes, 12);
  if (kind === 'VP8X') {
    const size = { width: uint24(24) + 1, height: uint24(27) + 1 };
    return { ...still('webp', size), isAnimated: (view.getUint8(20) & 0x02) !== 0 };
  }
  if (kind === 'VP8L') {
    const packed = view.getUint32(21, true);
    return still('webp', { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 });
  }
  if (kind !== 'VP8 ') return null;
  return still('webp', { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff });
}

/** Segments with the size: every frame marker, but not the tables (C4, CC) and the extension (C8) between them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const EXIF = 0xe1;

const FILL = 0xff;

/** Walks the segments up to the first frame; each step advances, so it terminates. */
function readJpeg(bytes: Uint8Array): ImageHeader | null {
  const view = viewOf(bytes);
  let orientation = 1;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = view.getUint8(at + 1);
    if (marker === FILL) {
      at++;
      continue;
    }
    const length = view.getUint16(at + 2);
    if (isFrame(marker)) {
      const size = { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
      return { ...still('jpeg', size), orientation };
    }
    if (length < 2) return null;
    if (marker === EXIF) orientation = readOrientation(bytes.subarray(at + 4, at + 2 + length)) ?? orientation;
    at += 2 + length;
  }
  return null;
}

/** Reads the header of a JPEG, PNG, WebP or GIF; null for other files and for a truncated header. Decodes no pixels. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return readJpeg(bytes);
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return readPng(bytes);
  if (startsWith(bytes, 0x47, 0x49, 0x46, 0x38)) return readGif(bytes);
  return startsWith(bytes, 0x52, 0x49, 0x46, 0x46) ? readWebp(bytes) : null;
}

const EXIF_NAME = 'Exif\0\0';
const ORIENTATION_TAG = 0x0112;
const ENTRY_BYTES = 12;

/** The orientation (1 to 8) of an EXIF segment; null when it has no valid one. */
function readOrientation(segment: Uint8Array): number | null {
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
