import { createHash } from 'node:crypto';
import type { NetworkFile } from '../domain/device-network.ts';
import type { Baileys } from './load-baileys.ts';
import type { MediaPointer } from './media-pointer.ts';

function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('output' in error)) return null;
  // safe: the shape of the library's errors
  return (error.output as { statusCode?: number }).statusCode ?? null;
}

async function* checked(body: AsyncIterable<Uint8Array>, sha256: string | null): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const part of body) {
    hash.update(part);
    yield part;
  }
  if (sha256 !== null && hash.digest('base64') !== sha256) throw new Error('The file is not the one that was sent.');
}

/** Opens and decrypts a file of the network; null when it is gone there. What is read is checked against its hash. */
export async function openMediaFile(
  lib: Baileys,
  pointer: MediaPointer,
  options: RequestInit,
): Promise<NetworkFile | null> {
  const { kind, mediaKey, directPath, url } = pointer;
  try {
    const body = await lib.downloadContentFromMessage(
      { mediaKey: Buffer.from(mediaKey, 'base64'), directPath, url },
      kind,
      { options },
    );
    return {
      body: checked(body, pointer.sha256),
      mimeType: pointer.mimeType,
      size: pointer.size,
      close() {
        body.on('error', () => {});
        body.destroy();
      },
    };
  } catch (error) {
    const status = statusOf(error);
    if (status === 404 || status === 410 || status === 403) return null;
    throw error;
  }
}
