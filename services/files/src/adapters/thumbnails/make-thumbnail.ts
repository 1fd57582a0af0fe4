import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInWorker } from '@parley/bus/run-in-worker';
import { MB } from '@parley/common/upload-rules';
import { z } from 'zod';
import type { MakeThumbnail } from '../../domain/plan-thumbnail.ts';
import type { Size } from '../../domain/read-image-header.ts';
import { limitWasmMemory } from './limit-wasm-memory.ts';

const TIMEOUT_MS = 15_000;
const HEAP_MB = 64;
const DECODER_BYTES = 400 * MB;

export interface ThumbnailLimits {
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

const PROGRAM = new URL(`./thumbnail-worker${extname(import.meta.url)}`, import.meta.url);
const Answer = z.instanceof(Uint8Array).nullable();

const loadDecoder = async (maxBytes: number): Promise<Uint8Array<ArrayBuffer>> =>
  limitWasmMemory(await readFile(fileURLToPath(import.meta.resolve('@cf-wasm/photon/photon.wasm'))), maxBytes);

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
