import { randomUUID } from 'node:crypto';
import type { Contract } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import type { Carrier } from './carrier.ts';

/** A contract whose output is the head of a streamed answer. */
export type StreamContract = Contract & { streamed: true };

/** Marks a contract as answered by a stream. */
export const asStream = <C extends Contract>(contract: C): C & { streamed: true } => ({ ...contract, streamed: true });

/** What a handler of a stream contract returns. */
export interface StreamSource<Head> {
  head: Head;
  body: AsyncIterable<Uint8Array>;
  /** Called once when the stream is over or its reader has gone, also before the first byte was read. */
  close?(): void;
}

/** What the caller of a stream gets. */
export interface StreamedAnswer<Head> {
  head: Head;
  body: AsyncIterable<Uint8Array>;
  /** Tells the producer that nobody reads on; reading to the end needs no cancel. */
  cancel(): void;
}

/** Raw bytes per message; with base64 and its frame it stays well below NATS's default of 1 MB. */
const CHUNK_BYTES = 192 * 1024;
/** A reader, or a source, that is silent for so long has gone. */
const IDLE_MS = 30_000;

type Piece = { data: string } | { end: true } | { failed: string };

/** Cuts what a source yields into chunks. */
async function* inChunks(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    for (let from = 0; from < bytes.length; from += CHUNK_BYTES) yield bytes.subarray(from, from + CHUNK_BYTES);
  }
}

/**
 * Offers a body on a subject of its own. The reader asks for each chunk, so a slow reader slows the source and nothing
 * piles up; a reader that falls silent ends it.
 */
export function offerStream(carrier: Carrier, body: AsyncIterable<Uint8Array>, close?: () => void): string {
  let open = true;
  const subject = `stream.${randomUUID()}`;
  const chunks = inChunks(body);
  let timer: NodeJS.Timeout | undefined;
  const finish = (): void => {
    clearTimeout(timer);
    void chunks.return(undefined).catch(() => {});
    // A generator that was never started does not clean up what it stands on.
    if (open) close?.();
    open = false;
    void subscription.drain();
  };
  const restartTimer = (): void => {
    clearTimeout(timer);
    timer = setTimeout(finish, IDLE_MS);
    timer.unref();
  };
  const next = async (): Promise<Piece> => {
    try {
      const { done, value } = await chunks.next();
      return done ? { end: true } : { data: Buffer.from(value).toString('base64') };
    } catch (error) {
      return { failed: error instanceof Error ? error.message : String(error) };
    }
  };
  const subscription = carrier.serve(subject, 'reader', async (request) => {
    const piece: Piece = request === 'cancel' ? { end: true } : await next();
    if ('data' in piece) restartTimer();
    else setImmediate(finish);
    return JSON.stringify(piece);
  });
  restartTimer();
  return subject;
}

/** Reads what {@link offerStream} offers. A source that breaks off makes the iteration throw. */
export function openStream<Head>(carrier: Carrier, subject: string, head: Head): StreamedAnswer<Head> {
  let over = false;
  const cancel = (): void => {
    if (over) return;
    over = true;
    carrier.request(subject, 'cancel', IDLE_MS).catch(() => {});
  };
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      while (!over) {
        // safe: written by offerStream
        const piece = JSON.parse(await carrier.request(subject, 'next', IDLE_MS)) as Piece;
        if ('data' in piece) {
          yield Buffer.from(piece.data, 'base64');
          continue;
        }
        over = true;
        if ('failed' in piece)
          throw new AppError('service_unavailable', {
            message: `The source broke off: ${piece.failed}`,
            retry_after: 1,
          });
      }
    } finally {
      cancel();
    }
  }
  return { head, body: read(), cancel };
}
