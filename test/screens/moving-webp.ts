/** A still WebP, and how long it is shown. */
export interface Frame {
  webp: Buffer;
  ms: number;
}

const RIFF_HEADER_BYTES = 12;
/** Flag of VP8X: the file has an animation. */
const ANIMATED = 0x02;
/** Flag of ANMF: a frame replaces the one before. */
const NO_BLENDING = 0x02;

function chunk(name: string, ...parts: readonly Buffer[]): Buffer {
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  // Chunks begin at even addresses.
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function uint24(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(3 * values.length);
  for (const [nth, value] of values.entries()) bytes.writeUIntLE(value, 3 * nth, 3);
  return bytes;
}

/** The chunk with the picture itself: a still may have others, such as a colour profile, which a frame must not have. */
function pictureOf(webp: Buffer): Buffer {
  for (let at = RIFF_HEADER_BYTES; at < webp.length; ) {
    const length = webp.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (/^VP8[ L]$/.test(webp.toString('latin1', at, at + 4))) return webp.subarray(at, end);
    at = end;
  }
  throw new Error('The file has no picture.');
}

/** Joins still WebPs of one size into one that plays for ever (the container of RFC 9649). */
export function joinFrames(frames: readonly Frame[], { width, height }: { width: number; height: number }): Buffer {
  const size = uint24(width - 1, height - 1);
  const head = chunk('VP8X', Buffer.from([ANIMATED, 0, 0, 0]), size);
  const loop = chunk('ANIM', Buffer.alloc(6));
  const moving = frames.map(({ webp, ms }) =>
    chunk('ANMF', uint24(0, 0), size, uint24(ms), Buffer.from([NO_BLENDING]), pictureOf(webp)),
  );
  return chunk('RIFF', Buffer.from('WEBP', 'latin1'), head, loop, ...moving);
}
