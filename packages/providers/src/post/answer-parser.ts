import { at } from '@parley/common/at';
import { type HeadSize, isHeadTooLarge } from '../egress/head-limits.ts';

/** The answer violates HTTP/1.1, or its head is too large. */
export class AnswerInvalid extends Error {}

type Stage = 'head' | 'length' | 'until-close' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailers' | 'ended' | 'cut';

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/;
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const LENGTH = /^\d{1,15}$/;
const CHUNK_SIZE = /^([0-9a-f]{1,8})[\t ]*(?:;|$)/i;
/** A longer head is over the limit. */
const MAX_HEAD_BYTES = 64 * 1024;

const invalid = (): AnswerInvalid => new AnswerInvalid('the answer is not HTTP/1.1');

/**
 * Parses the answer to one POST (RFC 9112). Strict about everything that decides where the answer ends: a connection
 * whose answer is in doubt is not used again. Reads at most `maxBytes` of the body, as it is on the wire.
 */
export class AnswerParser {
  /** Status of the final answer; null until its head has arrived. */
  statusCode: number | null = null;
  /** By name in lower case; repeated ones are joined by commas. */
  headers = new Map<string, string>();
  readonly #maxBytes: number;
  readonly #head: HeadSize = { bytes: 0, lines: 0, earlyAnswers: 0 };
  readonly #parts: Buffer[] = [];
  #stage: Stage = 'head';
  /** The beginning of a line whose end has not arrived. */
  #line = '';
  #status: number | null = null;
  #minorVersion = '1';
  #lastName = '';
  /** Bytes of the body on the wire. */
  #bodyBytes = 0;
  /** Bytes that the body, or its chunk, still needs. */
  #left = 0;
  #isFollowed = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether no more needs to be read. */
  get isOver(): boolean {
    return this.#stage === 'ended' || this.#stage === 'cut';
  }

  /** Whether the connection may be used for another request. */
  get keepsAlive(): boolean {
    if (this.#stage !== 'ended' || this.#isFollowed) return false;
    const connection = this.headers.get('connection')?.toLowerCase() ?? '';
    return this.#minorVersion === '1' ? !connection.includes('close') : connection.includes('keep-alive');
  }

  /** The part of the body that was read. */
  body(): Buffer {
    const [first] = this.#parts;
    return first && this.#parts.length === 1 ? first : Buffer.concat(this.#parts);
  }

  /** Reads the next bytes; keeps parts of the chunk. Throws {@link AnswerInvalid}. */
  read(chunk: Buffer): void {
    const at = this.#stage === 'head' ? this.#readHead(chunk) : 0;
    if (at < chunk.length) this.#readBody(chunk, at);
  }

  /** Returns where the body begins. */
  #readHead(chunk: Buffer): number {
    const text = chunk.toString('latin1', 0, MAX_HEAD_BYTES);
    let at = 0;
    while (this.#stage === 'head') {
      const end = text.indexOf('\n', at);
      const piece = end === -1 ? text.slice(at) : text.slice(at, end);
      this.#head.bytes += piece.length + (end === -1 ? 0 : 1);
      if (end !== -1) this.#head.lines++;
      if (isHeadTooLarge(this.#head)) throw new AnswerInvalid('the head of the answer is too large');
      this.#line += piece;
      if (end === -1) return chunk.length;
      at = end + 1;
      this.#readHeadLine(this.#takeLine());
    }
    return at;
  }

  #takeLine(): string {
    const line = this.#line;
    this.#line = '';
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  }

  #readHeadLine(line: string): void {
    if (this.#status === null) {
      // Empty lines before a status line are not part of a head.
      if (line === '') return;
      const found = STATUS_LINE.exec(line);
      if (!found) throw invalid();
      this.#minorVersion = at(found, 1);
      this.#status = Number(found[2]);
    } else if (line === '') this.#endHead(this.#status);
    else this.#readField(line);
  }

  #readField(line: string): void {
    if (line.startsWith(' ') || line.startsWith('\t')) {
      this.#append(this.#lastName, ' ', line.trim());
      return;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0));
    if (!FIELD_NAME.test(name)) throw invalid();
    this.#lastName = name.toLowerCase();
    this.#append(this.#lastName, ', ', line.slice(colon + 1).trim());
  }

  #append(name: string, separator: string, value: string): void {
    const known = this.headers.get(name);
    this.headers.set(name, known === undefined ? value : known + separator + value);
  }

  #endHead(status: number): void {
    if (status < 200) {
      // Nothing else than HTTP/1.1 was offered.
      if (status === 101) throw invalid();
      this.#head.earlyAnswers++;
      this.#status = null;
      this.headers = new Map();
      return;
    }
    this.#stage = this.#stageAfterHead(status);
    this.statusCode = status;
  }

  #stageAfterHead(status: number): Stage {
    const length = this.headers.get('content-length');
    const coding = this.headers.get('transfer-encoding')?.toLowerCase();
    // Both at once, or two lengths, could mean two different ends.
    if (length !== undefined && (coding !== undefined || !LENGTH.test(length))) throw invalid();
    if (status === 204 || status === 304) return 'ended';
    if (coding !== undefined) return coding.endsWith('chunked') ? 'chunk-size' : 'until-close';
    if (length === undefined) return 'until-close';
    this.#left = Number(length);
    return this.#left === 0 ? 'ended' : 'length';
  }

  #readBody(chunk: Buffer, from: number): void {
    const most = this.#maxBytes - this.#bodyBytes;
    const isTooLong = chunk.length - from > most;
    const to = isTooLong ? from + most : chunk.length;
    let at = from;
    while (at < to && !this.isOver) at = this.#readPart(chunk, at, to);
    this.#bodyBytes += at - from;
    if (this.isOver) this.#isFollowed ||= at < chunk.length;
    else if (isTooLong) this.#stage = 'cut';
  }

  /** Returns where the next part begins. */
  #readPart(chunk: Buffer, at: number, to: number): number {
    if (this.#stage === 'until-close') {
      this.#parts.push(chunk.subarray(at, to));
      return to;
    }
    if (this.#stage === 'length' || this.#stage === 'chunk') {
      const end = Math.min(at + this.#left, to);
      this.#parts.push(chunk.subarray(at, end));
      this.#left -= end - at;
      if (this.#left === 0) this.#stage = this.#stage === 'length' ? 'ended' : 'chunk-end';
      return end;
    }
    const end = chunk.indexOf('\n', at);
    const isWhole = end !== -1 && end < to;
    this.#line += chunk.toString('latin1', at, isWhole ? end : to);
    if (!isWhole) return to;
    this.#stage = this.#stageAfterLine(this.#takeLine());
    return end + 1;
  }

  #stageAfterLine(line: string): Stage {
    if (this.#stage === 'trailers') return line === '' ? 'ended' : 'trailers';
    if (this.#stage === 'chunk-end') {
      if (line !== '') throw invalid();
      return 'chunk-size';
    }
    const size = CHUNK_SIZE.exec(line)?.[1];
    if (size === undefined) throw invalid();
    this.#left = Number.parseInt(size, 16);
    return this.#left === 0 ? 'trailers' : 'chunk';
  }
}
