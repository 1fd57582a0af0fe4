import { randomUUID } from 'node:crypto';
import type { Contract } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { Carrier } from './carrier.ts';

/** A contract whose output is the head of a streamed answer. */
export type StreamContract = Contract & { streamed: true };

/** Marks a contract as streamed. */
export const asStream = <C extends Contract>(contract: C): C & { streamed: true } => ({ ...contract, streamed: true });

/** The result of a handler of a stream contract. */
export interface StreamSource<Head> {
  head: Head;
  body: AsyncIterable<Uint8Array>;
  /** Called once when the stream has ended or its reader has left, even before the first byte was read. */
  close?(): void;
}

/** The caller's side of a stream. */
export interface StreamedAnswer<Head> {
  head: Head;
  body: AsyncIterable<Uint8Array>;
  /** Notifies the producer that the reader has stopped. Not needed after reading to the end. */
  cancel(): void;
}

/** Raw bytes per message; with base64 and its frame it stays well below NATS's default of 1 MB. */
const CHUNK_BYTES = 192 * 1024;
/**
 * How many chunks a reader requests ahead of what it has consumed: a reader who stops reading holds no more than these.
 */
const WINDOW = 2;
/** A reader or a source that is silent for this long is treated as gone. */
const IDLE_MS = 30_000;
/** The longest that any stream may take. */
const WHOLE_MS = 60 * 60 * 1000;

type Piece = { data: string } | { end: true } | { failed: string };

/** Splits the bytes of a source into chunks. */
async function* inChunks(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    for (let from = 0; from < bytes.length; from += CHUNK_BYTES) yield bytes.subarray(from, from + CHUNK_BYTES);
  }
}

async function nextOf(chunks: AsyncGenerator<Uint8Array>): Promise<Piece> {
  try {
    const { done, value } = await chunks.next();
    return done ? { end: true } : { data: Buffer.from(value).toString('base64') };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Serves a body on its own subject. The reader requests each chunk, so a slow reader slows the source down and nothing
 * accumulates in memory; a silent reader ends the stream. `close` is called once, when the stream ends for any reason.
 */
export function offerStream(carrier: Carrier, body: AsyncIterable<Uint8Array>, close?: () => void): string {
  let open = true;
  const subject = `stream.${randomUUID()}`;
  const chunks = inChunks(body);
  let idle: NodeJS.Timeout | undefined;
  // A source that was closed early looks like one that ended: the reader must get an error instead.
  let failure: Piece | null = null;
  /**
   * Completes the requests that still wait for the source. Each removes itself, so that no sent chunk stays in memory.
   */
  const waiting = new Set<(piece: Piece) => void>();
  const next = (): Promise<Piece> =>
    new Promise((resolve) => {
      if (failure) return resolve(failure);
      waiting.add(resolve);
      void nextOf(chunks).then((piece) => {
        waiting.delete(resolve);
        resolve(failure ?? piece);
      });
    });
  const finish = (): void => {
    if (!open) return;
    open = false;
    clearTimeout(idle);
    clearTimeout(whole);
    void chunks.return(undefined).catch(() => {});
    // A generator that was never started does not run its cleanup.
    close?.();
    void subscription.drain();
  };
  const endFor =
    (reason: string): (() => void) =>
    () => {
      failure = { failed: reason };
      for (const answer of waiting) answer(failure);
      finish();
    };
  const restartIdle = (): void => {
    clearTimeout(idle);
    if (open) idle = setTimeout(endFor('nothing moved for too long'), IDLE_MS).unref();
  };
  const whole = setTimeout(endFor('it took too long'), WHOLE_MS).unref();
  const subscription = carrier.serve(subject, 'reader', async (request) => {
    const piece: Piece = request === 'cancel' ? { end: true } : await next();
    if ('data' in piece) restartIdle();
    else setImmediate(finish);
    return JSON.stringify(piece);
  });
  restartIdle();
  return subject;
}

const brokeOff = (reason: string, cause?: unknown): AppError =>
  new AppError('service_unavailable', { message: `The source broke off: ${reason}`, retry_after: 1, cause });

/** Reads what {@link offerStream} serves. If the source fails, the iteration throws `service_unavailable`. */
export function openStream<Head>(carrier: Carrier, subject: string, head: Head): StreamedAnswer<Head> {
  let over = false;
  const cancel = (): void => {
    if (over) return;
    over = true;
    carrier.request(subject, 'cancel', IDLE_MS).catch(() => {});
  };
  const ask = async (): Promise<Piece> => {
    // Chunks before it in the window may each take the whole time; the producer ends a stream that makes no progress.
    const text = await carrier.request(subject, 'next', IDLE_MS * (WINDOW + 1)).catch((error: unknown) => {
      throw brokeOff('it is no longer offered', error);
    });
    return JSON.parse(text) as Piece; // safe: written by offerStream
  };
  async function* read(): AsyncGenerator<Uint8Array> {
    const asked: Promise<Piece>[] = [];
    try {
      while (!over) {
        while (asked.length < WINDOW) {
          const piece = ask();
          // Requests after the end are refused; their errors are ignored.
          piece.catch(() => {});
          asked.push(piece);
        }
        const piece = await asked.shift();
        if (piece === undefined) return;
        if ('data' in piece) {
          yield Buffer.from(piece.data, 'base64');
          continue;
        }
        over = true;
        if ('failed' in piece) throw brokeOff(piece.failed);
      }
    } finally {
      cancel();
    }
  }
  return { head, body: read(), cancel };
}
