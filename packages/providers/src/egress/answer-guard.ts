import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { at } from '@parley/common/at';
import { errors } from 'undici';
import { type HeadSize, isHeadTooLarge } from './head-limits.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** Offset of the first digit of the status in `HTTP/1.1 1…`. */
const STATUS_AT = 9;
const ONE = 49;

/** Counts the bytes and lines of the head of one answer. */
class HeadReader {
  readonly #size: HeadSize = { bytes: 0, lines: 0, earlyAnswers: 0 };
  #isHead = true;
  /** Bytes of the current line. */
  #lineBytes = 0;
  #lastByte = 0;
  #isFirstLine = true;
  #isEarly = false;

  /** Whether the chunk may be parsed: the head is not over a limit. */
  accepts(chunk: Buffer): boolean {
    let at = 0;
    while (this.#isHead && at < chunk.length) {
      const end = chunk.indexOf(LINE_FEED, at);
      this.#readLine(chunk, at, end);
      if (isHeadTooLarge(this.#size)) return false;
      at = end === -1 ? chunk.length : end + 1;
    }
    return true;
  }

  /** A line, or its beginning: `end` is -1 while its end has not arrived. */
  #readLine(chunk: Buffer, from: number, end: number): void {
    const bytes = (end === -1 ? chunk.length : end) - from;
    const statusAt = from + STATUS_AT - this.#lineBytes;
    if (this.#isFirstLine && statusAt >= from && statusAt < from + bytes) this.#isEarly = chunk[statusAt] === ONE;
    this.#size.bytes += bytes;
    this.#lineBytes += bytes;
    if (bytes > 0) this.#lastByte = at(chunk, from + bytes - 1);
    if (end === -1) return;
    this.#size.bytes++;
    this.#endLine(this.#lineBytes === 0 || (this.#lineBytes === 1 && this.#lastByte === CARRIAGE_RETURN));
    this.#lineBytes = 0;
  }

  #endLine(isEmpty: boolean): void {
    this.#size.lines++;
    // Empty lines before a status line are not part of a head.
    if (!isEmpty) this.#isFirstLine = false;
    else if (!this.#isFirstLine) {
      if (this.#isEarly) this.#size.earlyAnswers++;
      else this.#isHead = false;
      this.#isFirstLine = true;
      this.#isEarly = false;
    }
  }
}

const readers = new WeakMap<object, () => void>();

// undici publishes this before it writes each request.
subscribe('undici:client:sendHeaders', (message) => {
  // safe: the shape that undici documents for this channel
  readers.get((message as { socket: object }).socket)?.();
});

/**
 * Limits the size of answers' heads before they are parsed. undici checks the size of headers only after parsing a
 * chunk, and creates an error for each header over the limit: 100,000 headers blocked the event loop of the process.
 */
export function guardAnswers(socket: Socket): void {
  let reader = new HeadReader();
  readers.set(socket, () => {
    reader = new HeadReader();
  });
  const read = socket.read.bind(socket);
  socket.read = (size?: number): Buffer | null => {
    if (socket.destroyed) return null;
    // safe: undici sets no encoding
    const chunk = read(size) as Buffer | null;
    if (chunk === null || reader.accepts(chunk)) return chunk;
    socket.destroy(new errors.HeadersOverflowError());
    return null;
  };
}
