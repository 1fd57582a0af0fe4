import { FileRefused, openFile } from '@parley/providers/open-file';
import type { NetworkFile } from '../devices/device-network.rules.ts';
import type { Baileys } from '../network/load-baileys.client.ts';
import { decryptMedia, MediaBroken } from './decrypt-media.client.ts';
import type { MediaAccess } from './media-access.client.ts';
import { mediaAddress } from './media-address.rules.ts';
import type { MediaPointer } from './media-pointer.client.ts';
import { makeReadAhead } from './read-ahead.client.ts';

/** The network's limit for documents; other kinds have smaller ones. */
const MAX_BYTES = 100 * 1024 * 1024;
/** Timeouts: for the head and between two parts of the body, and for the whole body. */
const TIMES = { timeoutMs: 10_000, totalTimeoutMs: 15 * 60_000 };
const READ_AHEAD = { perFileBytes: 8 * 1024 * 1024, allBytes: 64 * 1024 * 1024, withinMs: 5000 };

/** A file of a message, or a history that a phone sends to its device. */
type FilePointer = Omit<MediaPointer, 'kind'> & { kind: MediaPointer['kind'] | 'md-msg-hist' };

/** Statuses for which a retry can help; after any other the file is gone. */
const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429;

/**
 * Makes the function that opens and decrypts files of the network. URLs are the network's own, no redirect is followed, and size
 * and time are limited. Null for a file that is gone, or whose key or hashes do not match; a file that is too large to check
 * first ends with an error instead. Throws when the network does not answer.
 */
export function makeOpenMediaFile({ origin, dispatcher }: Pick<MediaAccess, 'origin' | 'dispatcher'>) {
  const readAhead = makeReadAhead(READ_AHEAD);

  return async (lib: Baileys, pointer: FilePointer): Promise<NetworkFile | null> => {
    const { kind, mediaKey, directPath, mimeType } = pointer;
    const address = directPath === null ? null : mediaAddress(origin, directPath);
    if (!address) return null;
    const { iv, cipherKey, macKey } = await lib.getMediaKeys(Buffer.from(mediaKey, 'base64'), kind);
    if (!macKey) throw new Error('The client library derives no key for authentication.');
    const headers = { origin: lib.DEFAULT_ORIGIN };
    const file = await openFile(address.href, { headers, dispatcher, ...TIMES, redirects: 0 }).catch(
      (error: unknown) => {
        if (error instanceof FileRefused && !isPassing(error.status)) return null;
        throw error;
      },
    );
    if (!file) return null;
    try {
      const { body, size, release } = await readAhead(
        decryptMedia(file.body, { iv, cipherKey, macKey }, pointer, MAX_BYTES),
      );
      const close = (): void => {
        release();
        file.close();
      };
      return { body, mimeType, size, close };
    } catch (error) {
      file.close();
      if (error instanceof MediaBroken) return null;
      throw error;
    }
  };
}
