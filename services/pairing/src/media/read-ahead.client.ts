export interface ReadAheadOptions {
  /** A file up to this size is read completely before its first byte is passed on. */
  perFileBytes: number;
  /** Memory limit for all files together; beyond it files are streamed. */
  allBytes: number;
  /** A file that takes longer is streamed. */
  withinMs: number;
}

/** A body whose beginning has been read. */
export interface BegunBody {
  body: AsyncIterable<Uint8Array>;
  /** Bytes, measured; null when it was not read to its end. */
  size: number | null;
  /** Frees the memory of a body that will not be read. */
  release(): void;
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
      // It may fail before anybody awaits it.
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
