import { FileRefused, openFile } from '@parley/providers/http/open-file';
import type { MediaAccess } from '../media/media-access.client.ts';
import { readJpegSize } from './jpeg.rules.ts';

/** More than any picture of the network. */
const MAX_BYTES = 512 * 1024;
const TIMES = { timeoutMs: 8000, totalTimeoutMs: 10_000 };

/** Fetches the picture at an address that the network has named. */
export type FetchPicture = (url: string) => Promise<Buffer | null>;

/**
 * Makes the function that fetches pictures, only from the network's own host and without redirects. Null for a picture
 * that is gone, is no JPEG, or is larger than pictures of the network are. Throws when the network does not answer.
 */
export function makeFetchPicture({
  pictureAddress,
  dispatcher,
}: Pick<MediaAccess, 'pictureAddress' | 'dispatcher'>): FetchPicture {
  return async (url) => {
    const address = pictureAddress(url);
    if (!address) return null;
    const file = await openFile(address.href, { dispatcher, ...TIMES, redirects: 0 }).catch((error: unknown) => {
      if (error instanceof FileRefused && error.status < 500) return null;
      throw error;
    });
    if (!file) return null;
    try {
      const parts: Uint8Array[] = [];
      let size = 0;
      for await (const part of file.body) {
        size += part.length;
        if (size > MAX_BYTES) return null;
        parts.push(part);
      }
      const bytes = Buffer.concat(parts);
      return readJpegSize(bytes) === null ? null : bytes;
    } finally {
      file.close();
    }
  };
}
