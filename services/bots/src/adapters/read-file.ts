import type { BusClient } from '@parley/bus/bus-client';
import { asStream } from '@parley/bus/stream';
import { openMedia } from '@parley/common/contracts/internal/open-media';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import type { MediaAddress } from '@parley/messaging/media-address';
import type { ReadFile, ShowHistoryDeps } from '../use-cases/show-history.ts';

interface ReadFileDeps {
  bus: Pick<BusClient, 'stream'>;
  mediaAddress: Pick<MediaAddress, 'of'>;
  now(): Date;
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

/** Reads a message's whole file through services/files, up to a maximum size. */
export function makeReadFile({ bus, mediaAddress, now }: ReadFileDeps): ShowHistoryDeps['readFile'] {
  async function read(attachmentId: string, maxBytes: number, signal: AbortSignal): Promise<ReadFile | null> {
    const { searchParams } = new URL(mediaAddress.of(attachmentId, now()));
    const input = {
      attachmentId,
      expires: searchParams.get('expires') ?? '',
      signature: searchParams.get('signature') ?? '',
    };
    const opened = await bus.stream(STREAM, input, { requestId: makeId('req') });
    if (opened.head.size !== null && opened.head.size > maxBytes) {
      opened.cancel();
      return null;
    }
    return { bytes: await readAll(opened.body, maxBytes, signal), mimeType: opened.head.mimeType };
  }

  return async (attachmentId, { maxBytes, signal }) => {
    try {
      return await read(attachmentId, maxBytes, signal);
    } catch (error) {
      // The caller names an unavailable file to the model or hands over; the reply does not fail.
      if (error instanceof AppError || error instanceof TooLarge) return null;
      throw error;
    }
  };
}
