import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInWorker } from '@parley/bus/process/run-in-worker';
import { MB } from '@parley/common/files/upload-rules';
import { z } from 'zod';
import type { MakeThumbnail } from '../media/plan-thumbnail.rules.ts';
import type { Size } from '../media/read-image-header.rules.ts';

const TIMEOUT_MS = 15_000;
const HEAP_MB = 64;
const DECODER_BYTES = 400 * MB;

interface ThumbnailLimits {
  timeoutMs?: number;
  /** Memory limit of the decoder, including the picture and all its buffers. */
  decoderBytes?: number;
}

/** Input of the thread. */
export interface ThumbnailJob {
  /** The WebAssembly module. */
  decoder: Uint8Array<ArrayBuffer>;
  bytes: Uint8Array;
  size: Size;
  orientation: number;
}

const PROGRAM = new URL(`./thumbnail-worker.client${extname(import.meta.url)}`, import.meta.url);
const Answer = z.instanceof(Uint8Array).nullable();

/**
 * Makes thumbnails, one at a time in a process: each in its own thread, which is terminated at its timeout, by a
 * decoder with bounded memory (docs/reference/uploads.md#thumbnails). A thread is enough: the decoder unpacks only into
 * its WebAssembly memory, which is freed with the thread (a bomb of 8000 × 8000 pixels takes 330 MB and leaves none).
 * Never throws because of a file's content.
 */
export function makeThumbnailMaker(limits: ThumbnailLimits = {}): MakeThumbnail {
  const { timeoutMs = TIMEOUT_MS, decoderBytes = DECODER_BYTES } = limits;
  let decoder: Promise<Uint8Array<ArrayBuffer>> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const make: MakeThumbnail = async (bytes, { size, orientation }) => {
    decoder ??= loadDecoder(decoderBytes);
    const data: ThumbnailJob = { decoder: await decoder, bytes, size, orientation };
    const ran = await runInWorker({ program: PROGRAM, data, limits: { timeoutMs, heapMb: HEAP_MB } });
    return 'end' in ran ? null : Answer.parse(ran.message);
  };
  return (bytes, shape) => {
    const made = last.then(() => make(bytes, shape));
    last = made.catch(() => undefined);
    return made;
  };
}

const loadDecoder = async (maxBytes: number): Promise<Uint8Array<ArrayBuffer>> =>
  limitWasmMemory(await readFile(fileURLToPath(import.meta.resolve('@cf-wasm/photon/photon.wasm'))), maxBytes);

const MEMORY_SECTION = 5;
const FIRST_SECTION = 8;
const PAGE_BYTES = 65_536;

/** Reads a LEB128 number of WebAssembly, and the offset after it. */
function readNumber(bytes: Uint8Array, from: number): { value: number; next: number } {
  let value = 0;
  for (let at = from, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at];
    if (byte === undefined || shift > 28) throw new Error('This is not a WebAssembly module.');
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next: at + 1 };
  }
}

function writeNumber(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...writeNumber(value >>> 7)];
}

/**
 * A WebAssembly module whose memory grows to `maxBytes` at most: the engine refuses more. The module itself declares no bound, and
 * a thread's limits do not count its memory. Throws for a module without a memory of its own.
 */
function limitWasmMemory(module: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> {
  for (let at = FIRST_SECTION; at < module.length; ) {
    const { value: length, next: body } = readNumber(module, at + 1);
    if (module[at] === MEMORY_SECTION) {
      // One memory: its flags, then its initial number of pages.
      const { value: initial } = readNumber(module, body + 2);
      const limited = [1, 1, ...writeNumber(initial), ...writeNumber(Math.floor(maxBytes / PAGE_BYTES))];
      const section = [MEMORY_SECTION, ...writeNumber(limited.length), ...limited];
      const rest = module.subarray(body + length);
      return Buffer.concat([module.subarray(0, at), Uint8Array.from(section), rest]);
    }
    at = body + length;
  }
  throw new Error('This module has no memory of its own.');
}
