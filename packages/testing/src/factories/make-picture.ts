import { crc32, deflateSync } from 'node:zlib';
import { PhotonImage } from '@cf-wasm/photon/node';

type Colour = readonly [number, number, number, number];

interface Picture {
  width: number;
  height: number;
  /** RGBA by position; default: a pattern that compresses badly. */
  colourAt?: (x: number, y: number) => Colour;
}

const busy = (x: number, y: number): Colour => [(x * 7 + y * 13) % 256, (x * y) % 256, (x ^ y) % 256, 255];

/** A picture written by a real encoder. */
export function makePicture(kind: 'jpeg' | 'png' | 'webp', { width, height, colourAt = busy }: Picture): Buffer {
  const pixels = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixels.set(colourAt(x, y), (y * width + x) * 4);
  const image = new PhotonImage(pixels, width, height);
  const bytes =
    kind === 'jpeg' ? image.get_bytes_jpeg(90) : kind === 'png' ? image.get_bytes() : image.get_bytes_webp();
  image.free();
  return Buffer.from(bytes);
}

/** A JPEG of one colour, faster than by position. */
export function makePlain({ width, height }: { width: number; height: number }): Buffer {
  const image = new PhotonImage(new Uint8Array(width * height * 4).fill(200), width, height);
  const bytes = Buffer.from(image.get_bytes_jpeg(90));
  image.free();
  return bytes;
}

/** The RGB values of an image, by position. */
export function readPicture(bytes: Uint8Array): { width: number; height: number; at(x: number, y: number): number[] } {
  const image = PhotonImage.new_from_byteslice(bytes);
  const pixels = image.get_raw_pixels();
  const width = image.get_width();
  return { width, height: image.get_height(), at: (x, y) => [...pixels.subarray((y * width + x) * 4).subarray(0, 3)] };
}

/** The same JPEG with an EXIF segment with this orientation. */
export function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*\0\0\0\x08\0\x01', 0, 'latin1');
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  const segment = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, segment.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, segment, jpeg.subarray(2)]);
}

function chunkOf(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/**
 * A PNG of one grey with one bit per pixel: tiny compared to its decoded size. With fewer `rows` than `height` it is
 * truncated.
 */
export function makePngBomb({
  width,
  height,
  rows = height,
}: {
  width: number;
  height: number;
  rows?: number;
}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const packed = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(width / 8))), { level: 9 });
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunkOf('IHDR', header), chunkOf('IDAT', packed), chunkOf('IEND', Buffer.alloc(0))]);
}

/** An animated WebP with this many empty frames. */
export function makeMovingWebp({ width, height, frames }: { width: number; height: number; frames: number }): Buffer {
  const part = (name: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(data.length);
    return Buffer.concat([Buffer.from(name, 'latin1'), length, data]);
  };
  const canvas = Buffer.alloc(10);
  canvas[0] = 0x02;
  canvas.writeUIntLE(width - 1, 4, 3);
  canvas.writeUIntLE(height - 1, 7, 3);
  const frame = part('ANMF', Buffer.alloc(16));
  const body = Buffer.concat([part('VP8X', canvas), part('ANIM', Buffer.alloc(6)), ...Array(frames).fill(frame)]);
  return part('RIFF', Buffer.concat([Buffer.from('WEBP'), body]));
}
