import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { errors } from 'undici';

/** Limits of an answer, checked before it is parsed. */
export interface AnswerLimits {
  /** Bytes of the status line and the headers, including those of early answers (1xx); default 16 kB. */
  headBytes?: number;
  /** Lines of status line and headers; default 256. */
  headLines?: number;
  /** Early answers; default 8. */
  earlyAnswers?: number;
  /** Bytes of the body on the wire; default unlimited. The rest is not read and the connection is closed. */
  bodyBytes?: number;
}

const LIMITS: Required<AnswerLimits> = {
  headBytes: 16 * 1024,
  headLines: 256,
  earlyAnswers: 8,
  bodyBytes: Number.POSITIVE_INFINITY,
};
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** Offset of the first digit of the status in `HTTP/1.1 1…`. */
const STATUS_AT = 9;
const ONE = 49;

/** The rest of a body is not read. */
class AnswerTooLong extends Error {
  readonly code = 'ANSWER_TOO_LONG';
}

/** Counts the bytes and lines of one answer. */
class AnswerReader {
  readonly #limits: Required<AnswerLimits>;
  #isHead = true;
  #headBytes = 0;
  #headLines = 0;
  #earlyAnswers = 0;
  #bodyBytes = 0;
  /** Of the current line. */
  #lineBytes = 0;
  #lastByte = 0;
  #isFirstLine = true;
  #isEarly = false;

  constructor(limits: Required<AnswerLimits>) {
    this.#limits = limits;
  }

  get isHead(): boolean {
    return this.#isHead;
  }

  /** The number of bytes of the chunk that may be parsed; fewer than all when a limit is exceeded. */
  take(chunk: Buffer): number {
    let at = 0;
    while (this.#isHead && at < chunk.length) {
      const end = chunk.indexOf(LINE_FEED, at);
      this.#readLine(chunk, at, end);
      if (this.#isOver()) return 0;
      at = end === -1 ? chunk.length : end + 1;
    }
    const rest = chunk.length - at;
    const taken = Math.min(rest, this.#limits.bodyBytes - this.#bodyBytes);
    this.#bodyBytes += rest;
    return at + Math.max(taken, 0);
  }

  #isOver(): boolean {
    const { headBytes, headLines, earlyAnswers } = this.#limits;
    return this.#headBytes > headBytes || this.#headLines > headLines || this.#earlyAnswers > earlyAnswers;
  }

  /** A line, or its beginning: `end` is -1 while its end has not arrived. */
  #readLine(chunk: Buffer, from: number, end: number): void {
    const bytes = (end === -1 ? chunk.length : end) - from;
    const statusAt = from + STATUS_AT - this.#lineBytes;
    if (this.#isFirstLine && statusAt >= from && statusAt < from + bytes) this.#isEarly = chunk[statusAt] === ONE;
    this.#headBytes += bytes;
    this.#lineBytes += bytes;
    if (bytes > 0) this.#lastByte = chunk[from + bytes - 1] ?? 0;
    if (end === -1) return;
    this.#headBytes++;
    this.#endLine(this.#lineBytes === 0 || (this.#lineBytes === 1 && this.#lastByte === CARRIAGE_RETURN));
    this.#lineBytes = 0;
  }

  #endLine(isEmpty: boolean): void {
    this.#headLines++;
    // Empty lines before a status line are not part of a head.
    if (!isEmpty) this.#isFirstLine = false;
    else if (!this.#isFirstLine) {
      if (this.#isEarly) this.#earlyAnswers++;
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
 * Limits the size of answers before they are parsed. undici checks the size of headers only after parsing a chunk, and
 * creates an error for each header over the limit: 100,000 headers blocked the event loop of the process.
 */
export function guardAnswers(socket: Socket, limits: AnswerLimits = {}): void {
  const all = { ...LIMITS, ...limits };
  let reader = new AnswerReader(all);
  readers.set(socket, () => {
    reader = new AnswerReader(all);
  });
  const read = socket.read.bind(socket);
  let over: Error | null = null;
  socket.read = (size?: number): Buffer | null => {
    // Earlier bytes have been parsed by now.
    if (over !== null) socket.destroy(over);
    if (socket.destroyed) return null;
    // safe: undici sets no encoding
    const chunk = read(size) as Buffer | null;
    if (chunk === null) return null;
    const taken = reader.take(chunk);
    if (taken === chunk.length) return chunk;
    if (taken > 0) {
      over = new AnswerTooLong();
      return chunk.subarray(0, taken);
    }
    socket.destroy(reader.isHead ? new errors.HeadersOverflowError() : new AnswerTooLong());
    return null;
  };
}
