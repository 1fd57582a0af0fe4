import { at } from '@parley/common/at';
/** The content of a WebM recording with one Opus track. */
export interface OpusTrack {
  /** The identification header, `OpusHead`; null if the file has none. */
  head: Uint8Array | null;
  packets: Uint8Array[];
}

const ID = {
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  codecPrivate: 0x63a2,
  cluster: 0x1f43b675,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
};

/** Elements whose children are read; recorders write some of them with an unknown size. */
const PARENTS = new Set([ID.segment, ID.tracks, ID.trackEntry, ID.cluster, ID.blockGroup]);

const LACING = 0x06;

/** A variable-length number: its first byte encodes its length. `isId` keeps the length marker. */
function readNumber(bytes: Uint8Array, start: number, isId: boolean): { value: number; next: number } {
  const [first = 0] = bytes.subarray(start, start + 1);
  const length = Math.clz32(first) - 23;
  if (first === 0 || length > 8 || start + length > bytes.length) throw new Error('The recording is cut off.');
  let value = isId ? first : first & ((1 << (8 - length)) - 1);
  for (let offset = 1; offset < length; offset++) value = value * 256 + at(bytes, start + offset);
  return { value, next: start + length };
}

/** The Opus packet of a block, after the track number, a two-byte timestamp and the flags. */
function packetOf(block: Uint8Array): Uint8Array {
  const { next } = readNumber(block, 0, false);
  const [, , flags = 0] = block.subarray(next);
  if ((flags & LACING) !== 0) throw new Error('The recording has several packets in a block.');
  return block.subarray(next + 3);
}

/** Reads a recording of MediaRecorder. Throws if it is truncated or has another structure. */
export function readWebm(bytes: Uint8Array): OpusTrack {
  const track: OpusTrack = { head: null, packets: [] };
  let at = 0;
  while (at < bytes.length) {
    const id = readNumber(bytes, at, true);
    const size = readNumber(bytes, id.next, false);
    at = size.next;
    if (PARENTS.has(id.value)) continue;
    const content = bytes.subarray(at, at + size.value);
    if (content.length < size.value) throw new Error('The recording is cut off.');
    if (id.value === ID.codecPrivate) track.head = content;
    if (id.value === ID.simpleBlock || id.value === ID.block) track.packets.push(packetOf(content));
    at += size.value;
  }
  return track;
}
