import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import { readAtMost } from '@parley/runtime/reading/read-at-most';
import type { proto } from 'baileys';
import type { makeOpenMediaFile } from '../media/open-media-file.client.ts';
import type { Baileys } from '../network/load-baileys.client.ts';

/** Limit of a history after decompression. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A history that can never be read: gone, damaged, or too large. */
export class HistoryBroken extends Error {
  override name = 'HistoryBroken';
}

type Notification = proto.Message.IHistorySyncNotification;
const base64 = (bytes: Uint8Array | null | undefined): string | null =>
  bytes?.length ? Buffer.from(bytes).toString('base64') : null;

async function inflate(packed: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<Buffer> {
  const source = Readable.from(packed);
  const inflated = source.pipe(createInflate());
  source.on('error', (error) => inflated.destroy(error));
  let bytes: Buffer | null;
  try {
    bytes = await readAtMost(inflated, MAX_BYTES);
  } catch (error) {
    // The library's own code for damaged data.
    const isDamaged = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw isDamaged ? new HistoryBroken('The history is not valid zlib data.', { cause: error }) : error;
  } finally {
    source.destroy();
  }
  if (!bytes) throw new HistoryBroken(`The history is larger than ${MAX_BYTES} bytes.`);
  return bytes;
}

/** Opens the history of a notification: within the message, or a file of the network. Throws {@link HistoryBroken}. */
export function makeOpenHistory(openMediaFile: ReturnType<typeof makeOpenMediaFile>) {
  return async (lib: Baileys, given: Notification): Promise<Buffer> => {
    const inline = given.initialHistBootstrapInlinePayload;
    if (inline?.length) return inflate([inline]);
    const file = await openMediaFile(lib, {
      kind: 'md-msg-hist',
      mediaKey: base64(given.mediaKey) ?? '',
      directPath: given.directPath || null,
      mimeType: null,
      sha256: base64(given.fileSha256),
      encSha256: base64(given.fileEncSha256),
    });
    if (!file) throw new HistoryBroken('The history is not at the network, or not under its key.');
    try {
      return await inflate(file.body);
    } finally {
      file.close();
    }
  };
}
