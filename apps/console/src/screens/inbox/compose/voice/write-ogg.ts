import { at } from '@parley/common/at';
import type { OpusTrack } from './read-webm.ts';

const HEADER_BYTES = 27;
const BEGINS = 0x02;
const ENDS = 0x04;
/** Milliseconds of a frame by the configuration of a packet (RFC 6716, table 2). */
const SILK = [10, 20, 40, 60];
const HYBRID = [10, 20];
const CELT = [2.5, 5, 10, 20];
const SAMPLES_PER_MS = 48;
/** Packets a page: about a second of 20 ms each. */
const PACKETS_PER_PAGE = 50;
/** An Opus packet has at most 1275 bytes a frame; a page holds 255 segments of 255 bytes. */
const SEGMENTS_MAX = 255;

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** The checksum of Ogg: CRC-32 of 0x04c11db7, without reflection. */
const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});
export const checksumOf = (bytes: Uint8Array): number =>
  bytes.reduce((crc, byte) => ((crc << 8) ^ at(CRC, ((crc >>> 24) ^ byte) & 0xff)) >>> 0, 0);

/** Samples of a packet, at 48 kHz (RFC 6716, section 3.1). */
export function samplesOf(packet: Uint8Array): number {
  const [toc = 0, second = 0] = packet;
  const config = toc >> 3;
  const ms = config < 12 ? SILK[config & 3] : config < 16 ? HYBRID[config & 1] : CELT[config & 3];
  const frames = at([1, 2, 2, second & 0x3f], toc & 3);
  return (ms ?? 20) * frames * SAMPLES_PER_MS;
}

/** The sizes of a packet's segments: a packet ends with one below 255. */
const segmentsOf = ({ length }: Uint8Array): number[] => [
  ...Array.from({ length: Math.floor(length / 255) }, () => 255),
  length % 255,
];

interface Page {
  packets: readonly Uint8Array[];
  /** Samples up to its end. */
  position: number;
  flags: number;
  number: number;
}

function writePage(serial: number, { packets, position, flags, number }: Page): Uint8Array {
  const segments = packets.flatMap(segmentsOf);
  const size = packets.reduce((sum, { length }) => sum + length, 0);
  const page = new Uint8Array(HEADER_BYTES + segments.length + size);
  const view = new DataView(page.buffer);
  page.set(text('OggS'));
  view.setUint8(5, flags);
  view.setBigUint64(6, BigInt(position), true);
  view.setUint32(14, serial, true);
  view.setUint32(18, number, true);
  view.setUint8(26, segments.length);
  page.set(segments, HEADER_BYTES);
  let at = HEADER_BYTES + segments.length;
  for (const packet of packets) {
    page.set(packet, at);
    at += packet.length;
  }
  view.setUint32(22, checksumOf(page), true);
  return page;
}

/** The comment header (RFC 7845, section 5.2), without comments. */
const TAGS = Uint8Array.from([...text('OpusTags'), 6, 0, 0, 0, ...text('Parley'), 0, 0, 0, 0]);

/** Packets in groups that fit a page. */
function groupPackets(packets: readonly Uint8Array[]): Uint8Array[][] {
  const groups: Uint8Array[][] = [];
  let segments = SEGMENTS_MAX;
  for (const packet of packets) {
    const own = segmentsOf(packet).length;
    const last = groups.at(-1);
    if (last && last.length < PACKETS_PER_PAGE && segments + own <= SEGMENTS_MAX) {
      last.push(packet);
      segments += own;
    } else {
      groups.push([packet]);
      segments = own;
    }
  }
  return groups;
}

/** The same Opus packets in an Ogg file (RFC 7845): nothing is encoded again. Throws for a track without a header. */
export function writeOgg({ head, packets }: OpusTrack, serial: number): Uint8Array<ArrayBuffer>[] {
  if (!head || packets.length === 0) throw new Error('The recording is empty.');
  const groups = groupPackets(packets);
  let position = 0;
  const pages = groups.map((group, at) => {
    position += group.reduce((sum, packet) => sum + samplesOf(packet), 0);
    return { packets: group, position, flags: at === groups.length - 1 ? ENDS : 0, number: at + 2 };
  });
  const headers = [
    { packets: [head], position: 0, flags: BEGINS, number: 0 },
    { packets: [TAGS], position: 0, flags: 0, number: 1 },
  ];
  return [...headers, ...pages].map((page) => new Uint8Array(writePage(serial, page)));
}
