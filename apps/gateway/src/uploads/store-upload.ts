import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import {
  addKeyUploadPiece,
  beginKeyUpload,
  dropKeyUpload,
  finishKeyUpload,
} from '@parley/common/contracts/internal/key-uploads';
import type { upload } from '@parley/common/contracts/messages/upload';
import { PIECE_BYTES } from '@parley/common/contracts/operator/uploads';
import type { WireOutputOf } from '@parley/common/define-contract';
import { AppError, fieldError, invalidField } from '@parley/common/errors';
import { callService } from '../pipeline/call-service.ts';
import { IDEMPOTENCY_KEY_PROBLEM } from '../pipeline/idempotency-key.ts';
import type { RequestContext } from '../pipeline/request-context.ts';

/** A file that is being uploaded. */
export interface UploadSource {
  /** The location of its bytes in the request, for errors about them. */
  field: 'data' | 'file' | 'body';
  /** Bytes that it has at least. */
  atLeast: number;
  /** Null: unknown. */
  atMost: number | null;
  /** Writes its bytes, ends the sink and returns the name; it may throw. */
  pour(sink: Writable): Promise<string | null>;
}

const tooLarge = (maxBytes: number): AppError =>
  new AppError('payload_too_large', { message: `The file is larger than ${maxBytes} bytes.` });

/**
 * Stores a file in pieces, of which one is in memory at a time (docs/reference/uploads.md#with-an-api-key). Whatever fails,
 * no unfinished file stays: services/files removes one whose process died here. The Idempotency-Key is compared by the
 * SHA-256 of the bytes.
 */
export async function storeUpload(
  { field, atLeast, atMost, pour }: UploadSource,
  context: RequestContext,
): Promise<WireOutputOf<typeof upload>> {
  if (context.idempotencyKey === null) throw fieldError([IDEMPOTENCY_KEY_PROBLEM]);
  // The key is that of the file, and not of its pieces.
  const { idempotencyKey: _, ...ofPiece } = context;
  let begun: WireOutputOf<typeof beginKeyUpload> | null = null;
  let storing = Promise.resolve();
  async function store(piece: Buffer, offset: number): Promise<void> {
    // With the first bytes: a request without a file leaves no trace.
    begun ??= await callService(beginKeyUpload, { atLeast, atMost }, context);
    const { uploadId, maxBytes } = begun;
    if (offset + piece.length > maxBytes) throw tooLarge(maxBytes);
    if (uploadId === null) return;
    await callService(addKeyUploadPiece, { uploadId, offset, data: piece.toString('base64'), field }, ofPiece);
  }
  const sink = makePieceSink((piece, offset) => {
    storing = store(piece, offset);
    return storing;
  });
  try {
    const name = await pour(sink);
    const { size, digest } = sink.sum();
    if (size === 0) throw invalidField(field, `${field} is empty: send the bytes of the file.`);
    return await callService(finishKeyUpload, { uploadId: uploadIdOf(begun), size, digest, name }, context);
  } catch (error) {
    sink.destroy();
    // A piece that is being written would keep the row.
    await storing.catch(() => undefined);
    const uploadId = uploadIdOf(begun);
    if (uploadId !== null) await callService(dropKeyUpload, { uploadId }, context).catch(() => undefined);
    throw error;
  }
}

/** A closure has set it. */
const uploadIdOf = (begun: WireOutputOf<typeof beginKeyUpload> | null): string | null => begun?.uploadId ?? null;

/** A stream into the pieces of a file. */
interface PieceSink extends Writable {
  /** Bytes that were written, and their SHA-256 (hex); for a stream that has finished. */
  sum(): { size: number; digest: string };
}

/**
 * Collects bytes into pieces and waits for each to be stored before it takes more: it holds one piece. An error of
 * `store` ends the stream.
 */
function makePieceSink(store: (piece: Buffer, offset: number) => Promise<void>): PieceSink {
  const hash = createHash('sha256');
  let stored = 0;
  let held: Buffer[] = [];
  let heldBytes = 0;

  async function flush(): Promise<void> {
    const piece = held.length === 1 && held[0] ? held[0] : Buffer.concat(held);
    held = [];
    heldBytes = 0;
    await store(piece, stored);
    stored += piece.length;
  }

  async function take(chunk: Buffer): Promise<void> {
    hash.update(chunk);
    for (let from = 0; from < chunk.length; ) {
      const part = chunk.subarray(from, from + PIECE_BYTES - heldBytes);
      from += part.length;
      held.push(part);
      heldBytes += part.length;
      if (heldBytes === PIECE_BYTES) await flush();
    }
  }

  const done = (work: Promise<void>, callback: (error?: Error) => void): void => {
    work.then(() => callback(), callback);
  };
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, callback) => done(take(chunk), callback),
    final: (callback) => done(heldBytes > 0 ? flush() : Promise.resolve(), callback),
  });
  return Object.assign(sink, { sum: () => ({ size: stored, digest: hash.digest('hex') }) });
}
