import { expect, test } from 'vitest';
import { readWebm } from './read-webm.ts';
import { webmToOgg } from './webm-to-ogg.ts';
import { checksumOf, samplesOf, writeOgg } from './write-ogg.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

const UNKNOWN_SIZE = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
const HEAD = [...bytesOf('OpusHead'), 1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0];

/** An element of less than 16,383 bytes. */
const element = (id: number[], content: number[]): number[] => [
  ...id,
  0x40 | (content.length >> 8),
  content.length & 0xff,
  ...content,
];
const block = (packet: number[], flags = 0x80): number[] => element([0xa3], [0x81, 0, 0, flags, ...packet]);
/** A recording as Chromium writes it: segment and clusters have no size. */
const webm = (...clusters: number[][][]): Uint8Array =>
  Uint8Array.from([
    ...element([0x1a, 0x45, 0xdf, 0xa3], [0x42, 0x82, 0x84, ...bytesOf('webm')]),
    ...[0x18, 0x53, 0x80, 0x67, ...UNKNOWN_SIZE],
    ...element([0x15, 0x49, 0xa9, 0x66], [0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40]),
    ...element([0x16, 0x54, 0xae, 0x6b], element([0xae], [...element([0xd7], [1]), ...element([0x63, 0xa2], HEAD)])),
    ...clusters.flatMap((blocks) => [
      0x1f,
      0x43,
      0xb6,
      0x75,
      ...UNKNOWN_SIZE,
      ...element([0xe7], [0]),
      ...blocks.flat(),
    ]),
  ]);

/** The pages of an Ogg file, each checked against its checksum. */
function pagesOf(bytes: Uint8Array) {
  const pages: { flags: number; position: number; number: number; packets: Uint8Array[] }[] = [];
  let at = 0;
  while (at < bytes.length) {
    const view = new DataView(bytes.buffer, bytes.byteOffset + at);
    const count = view.getUint8(26);
    const segments = [...bytes.subarray(at + 27, at + 27 + count)];
    const size = segments.reduce((sum, one) => sum + one, 0);
    const page = bytes.slice(at, at + 27 + count + size);
    expect(textOf(page.subarray(0, 4))).toBe('OggS');
    const crc = view.getUint32(22, true);
    new DataView(page.buffer).setUint32(22, 0, true);
    expect(checksumOf(page)).toBe(crc);
    const packets: Uint8Array[] = [];
    let start = 27 + count;
    let length = 0;
    for (const segment of segments) {
      length += segment;
      if (segment === 255) continue;
      packets.push(page.slice(start, start + length));
      start += length;
      length = 0;
    }
    const position = Number(view.getBigUint64(6, true));
    pages.push({ flags: view.getUint8(5), position, number: view.getUint32(18, true), packets });
    at += page.length;
  }
  return pages;
}

/** A packet of 20 ms (CELT, one frame). */
const packet = (bytes: number, fill = 7): number[] => [0xf8, ...Array.from({ length: bytes - 1 }, () => fill)];

test('copies every packet of a recording to the Ogg file, in order, with its time', async () => {
  const packets = [packet(3, 1), packet(255, 2), packet(600, 3), packet(1275, 4)];
  const recording = webm(
    [packets.slice(0, 2).flatMap((one) => block(one))],
    [packets.slice(2).flatMap((one) => block(one))],
  );
  const ogg = await webmToOgg(new Blob([recording.slice()]));
  expect(ogg.type).toBe('audio/ogg');
  const [head, tags, ...audio] = pagesOf(new Uint8Array(await ogg.arrayBuffer()));
  expect(head).toMatchObject({ flags: 2, position: 0, number: 0, packets: [Uint8Array.from(HEAD)] });
  expect(textOf(tags?.packets[0]?.subarray(0, 8))).toBe('OpusTags');
  expect(audio.flatMap((page) => page.packets)).toEqual(packets.map((one) => Uint8Array.from(one)));
  expect(audio.at(-1)).toMatchObject({ flags: 4, position: 4 * 960 });
});

test('a recording of a minute has a page for each second', () => {
  const packets = Array.from({ length: 3000 }, () => Uint8Array.from(packet(80)));
  const pages = writeOgg({ head: Uint8Array.from(HEAD), packets }, 1).flatMap((page) => pagesOf(page));
  expect(pages).toHaveLength(62);
  expect(pages.map(({ number }) => number)).toEqual(pages.map((_, at) => at));
  expect(pages.at(-1)).toMatchObject({ flags: 4, position: 60 * 48_000 });
});

test.each([
  [[0xf8], 960],
  [[0x08], 960],
  [[0x18], 2880],
  [[0xe0], 120],
  [[0xf9], 1920],
  [[0xfb, 3], 2880],
])('the packet %j has %i samples', (bytes, samples) => {
  expect(samplesOf(Uint8Array.from(bytes))).toBe(samples);
});

test.each([
  ['cut off', webm([block(packet(40))]).slice(0, -1)],
  ['without packets', webm([])],
  ['with laced packets', webm([block(packet(40), 0x82)])],
  ['of another form', bytesOf('not a recording at all')],
])('a recording %s is refused', async (_what, bytes) => {
  await expect(webmToOgg(new Blob([bytes.slice()]))).rejects.toThrow();
});

test('reads blocks in groups', () => {
  const grouped = element([0xa0], element([0xa1], [0x81, 0, 0, 0, ...packet(5)]));
  expect(readWebm(webm([grouped])).packets).toEqual([Uint8Array.from(packet(5))]);
});
