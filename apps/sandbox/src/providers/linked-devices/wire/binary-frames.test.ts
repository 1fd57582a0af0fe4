import { expect, test } from 'vitest';
import { encodeFrame, makeFrameReader } from './binary-frames.ts';

const GREETING = Buffer.from([0x57, 0x41, 6, 3]);
const ROUTED = Buffer.concat([Buffer.from([0x45, 0x44, 0, 1, 0, 0, 2, 9, 9]), GREETING]);
const payloads = [Buffer.from('one'), Buffer.alloc(70_000, 7), Buffer.alloc(0)];

test.each([
  ['with', ROUTED],
  ['without', GREETING],
])('yields the same frames however the stream was split, %s routing information', (_name, greeting) => {
  const stream = Buffer.concat([greeting, ...payloads.map(encodeFrame)]);
  for (const size of [1, 5, 4096, stream.length]) {
    const frames: Buffer[] = [];
    const read = makeFrameReader((payload) => frames.push(payload));
    for (let at = 0; at < stream.length; at += size) read(stream.subarray(at, at + size));
    expect(frames.map((frame) => frame.toString('hex'))).toEqual(payloads.map((payload) => payload.toString('hex')));
  }
});

test('refuses another protocol at its greeting', () => {
  expect(() => makeFrameReader(() => undefined)(Buffer.from('GET / HTTP/1.1'))).toThrow('another protocol');
});
