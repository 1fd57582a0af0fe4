import { FileRefused, openFile } from '@parley/providers/http/open-file';
import type { NetworkFile } from '../devices/device-network.rules.ts';
import type { Baileys } from '../network/load-baileys.client.ts';
import { decryptMedia, MediaBroken } from './decrypt-media.client.ts';
import type { MediaAccess } from './media-access.client.ts';
import { type MediaPointer, mediaAddress } from './media-pointer.rules.ts';

/** The network's limit for documents; other kinds have smaller ones. */
const MAX_BYTES = 100 * 1024 * 1024;
/** Timeouts: for the head and between two parts of the body, and for the whole body. */
const TIMES = { timeoutMs: 10_000, totalTimeoutMs: 15 * 60_000 };
const READ_AHEAD = { perFileBytes: 8 * 1024 * 1024, allBytes: 64 * 1024 * 1024, withinMs: 5000 };

/** A file of a message, or a history that a phone sends to its device. */
type FilePointer = Omit<MediaPointer, 'kind'> & { kind: MediaPointer['kind'] | 'md-msg-hist' };

interface ReadAheadOptions {
  /** A file up to this size is read completely before its first byte is passed on. */
  perFileBytes: number;
  /** Memory limit for all files together; beyond it files are streamed. */
  allBytes: number;
  /** A file that takes longer is streamed. */
  withinMs: number;
}

/** A body whose beginning has been read. */
interface BegunBody {
  body: AsyncIterable<Uint8Array>;
  /** Bytes, measured; null when it was not read to its end. */
  size: number | null;
  /** Frees the memory of a body that will not be read. */
  release(): void;
}

/** The read-ahead of all files of a process. */
export const makeMediaReadAhead = () => makeReadAhead(READ_AHEAD);

/**
 * Makes the function that opens and decrypts files of the network. URLs are the network's own, no redirect is followed, and size
 * and time are limited. Null for a file that is gone, or whose key or hashes do not match; a file that is too large to check
 * first ends with an error instead. Throws when the network does not answer.
 */
export function makeOpenMediaFile(
  { origin, dispatcher }: Pick<MediaAccess, 'origin' | 'dispatcher'>,
  readAhead = makeMediaReadAhead(),
) {
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

/**
 * Reads bodies ahead: a failure before the first byte is passed on can still be answered as an error, and a body that was read
 * to its end has a known length. Throws the body's errors.
 */
export function makeReadAhead({ perFileBytes, allBytes, withinMs }: ReadAheadOptions) {
  let held = 0;

  return async (source: AsyncIterable<Uint8Array>): Promise<BegunBody> => {
    const iterator = source[Symbol.asyncIterator]();
    const ask = (): Promise<IteratorResult<Uint8Array>> => {
      const next = iterator.next();
      // It may fail before it is awaited.
      next.catch(() => {});
      return next;
    };
    const parts: Uint8Array[] = [];
    let size = 0;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), withinMs);
    });
    let next = ask();
    let isWhole = false;
    let kept = 0;
    const release = (bytes = kept): void => {
      kept -= bytes;
      held -= bytes;
    };
    try {
      while (size <= perFileBytes && held <= allBytes) {
        const got = await Promise.race([next, late]);
        if (got === null) break;
        if (got.done) {
          isWhole = true;
          break;
        }
        parts.push(got.value);
        size += got.value.length;
        kept += got.value.length;
        held += got.value.length;
        next = ask();
      }
    } catch (error) {
      release();
      throw error;
    } finally {
      clearTimeout(timer);
    }

    async function* body(): AsyncGenerator<Uint8Array> {
      try {
        for (let part = parts.shift(); part; part = parts.shift()) {
          release(Math.min(part.length, kept));
          yield part;
        }
        if (isWhole) return;
        for (let got = await next; !got.done; got = await iterator.next()) yield got.value;
      } finally {
        await iterator.return?.();
      }
    }
    return { body: body(), size: isWhole ? size : null, release: () => release() };
  };
}

/** Statuses for which a retry can help; after any other the file is gone. */
const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429;
