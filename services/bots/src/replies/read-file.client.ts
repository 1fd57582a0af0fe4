import type { BusClient } from '@parley/bus/bus-client';
import { asStream } from '@parley/bus/carriers/stream';
import { openMedia } from '@parley/common/contracts/internal/open-media';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';

/** A file of a message, whole. */
export interface ReadFile {
  bytes: Uint8Array;
  mimeType: string;
}

const STREAM = asStream(openMedia);

class TooLarge extends Error {}

async function readAll(body: AsyncIterable<Uint8Array>, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > maxBytes || signal.aborted) throw new TooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Reads a message's whole file through services/files by its signed address. Null when the file is gone or larger than
 * `maxBytes`: the caller names it to the model or hands over, and the reply does not fail.
 */
export async function readFile(
  bus: Pick<BusClient, 'stream'>,
  signedAddress: string,
  attachmentId: string,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<ReadFile | null> {
  const { searchParams } = new URL(signedAddress);
  const [expires = '', signature = ''] = ['expires', 'signature'].map((name) => searchParams.get(name) ?? '');
  try {
    const { head, body, cancel } = await bus.stream(
      STREAM,
      { attachmentId, expires, signature },
      { requestId: makeId('req') },
    );
    if (head.size === null || head.size <= maxBytes)
      return { bytes: await readAll(body, maxBytes, signal), mimeType: head.mimeType };
    cancel();
    return null;
  } catch (error) {
    if (error instanceof AppError || error instanceof TooLarge) return null;
    throw error;
  }
}
