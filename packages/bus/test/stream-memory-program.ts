import { makeInProcessCarrier } from '@parley/bus/carriers/in-process-carrier';
import { offerStream, openStream } from '@parley/bus/carriers/stream';
import { measureHeldBytes } from '@parley/testing/measure/collect-garbage';

/** Streams within this process, and writes the bytes that it holds after each step as JSON to stdout. */
const MB = 1024 * 1024;
const STREAMED_BYTES = 100 * MB;
const PART_BYTES = 64 * 1024;
const MEASURE_EVERY_BYTES = 20 * MB;
const IDLE_READERS = 50;

async function* source(bytes: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < bytes; sent += PART_BYTES) yield Buffer.alloc(PART_BYTES, sent / PART_BYTES);
}

const carrier = makeInProcessCarrier();
const open = (bytes: number) => openStream(carrier, offerStream(carrier, source(bytes)), {});

/** Held bytes while a stream is read to its end, from its first chunk on. */
async function readWhole(): Promise<number[]> {
  const held: number[] = [];
  let read = 0;
  let nextAt = 1;
  for await (const part of open(STREAMED_BYTES).body) {
    read += part.length;
    if (read < nextAt) continue;
    held.push(measureHeldBytes());
    nextAt += MEASURE_EVERY_BYTES;
  }
  return held;
}

/** Held bytes before and after many readers have read one chunk each and stopped reading. */
async function openIdle(): Promise<number[]> {
  const before = measureHeldBytes();
  const streams = Array.from({ length: IDLE_READERS }, () => open(STREAMED_BYTES));
  const iterators = streams.map(({ body }) => body[Symbol.asyncIterator]());
  await Promise.all(iterators.map((iterator) => iterator.next()));
  await new Promise((resolve) => setImmediate(resolve));
  const after = measureHeldBytes();
  for (const { cancel } of streams) cancel();
  return [before, after];
}

const whole = await readWhole();
const idle = await openIdle();
process.stdout.write(JSON.stringify({ streamedBytes: STREAMED_BYTES, idleReaders: IDLE_READERS, whole, idle }));
await carrier.close();
