/** Width and height of an image in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

const MARKER = 0xff;
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
/** Markers of a frame, which has the size: all of this range except tables and arithmetic conditioning. */
const isFrame = (code: number): boolean =>
  code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
/** Markers without a length. */
const isAlone = (code: number): boolean => code === 0x01 || (code >= 0xd0 && code <= 0xd7);

/** The size of a JPEG; null for any other file, and for one that is cut before its image. */
export function readJpegSize(bytes: Buffer): ImageSize | null {
  if (bytes.length < 4 || bytes[0] !== MARKER || bytes[1] !== START) return null;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== MARKER) return null;
    const code = bytes.readUInt8(at + 1);
    if (code === MARKER) at += 1;
    else if (isAlone(code)) at += 2;
    else if (code === SCAN || code === END) return null;
    else if (!isFrame(code)) at += 2 + bytes.readUInt16BE(at + 2);
    else if (at + 9 > bytes.length) return null;
    else return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
  return null;
}
