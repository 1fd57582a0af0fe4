import { describe, expect, test } from 'vitest';
import { AnswerInvalid, AnswerParser } from './answer-parser.ts';

const MAX_BYTES = 64;

/** Parses a text in pieces of this many bytes. */
function parse(text: string, pieceBytes = text.length): AnswerParser {
  const parser = new AnswerParser(MAX_BYTES);
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length && !parser.isOver; at += pieceBytes)
    parser.read(bytes.subarray(at, at + pieceBytes));
  return parser;
}

interface Expected {
  statusCode: number;
  body: string;
  isOver: boolean;
  keepsAlive: boolean;
}

const OK = 'HTTP/1.1 200 OK\r\n';
const WHOLE = { statusCode: 200, body: '', isOver: true, keepsAlive: true };
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;

describe('an answer is parsed, whole and byte by byte:', () => {
  test.each<[what: string, text: string, expected: Expected]>([
    ['without a body', `${OK}content-length: 0\r\n\r\n`, WHOLE],
    ['with a body', `${OK}Content-Length: 2\r\n\r\nok`, { ...WHOLE, body: 'ok' }],
    [
      'with lines that end without a carriage return',
      'HTTP/1.1 200 OK\ncontent-length: 2\n\nok',
      { ...WHOLE, body: 'ok' },
    ],
    ['without a reason', 'HTTP/1.1 201\r\ncontent-length: 0\r\n\r\n', { ...WHOLE, statusCode: 201 }],
    ['after empty lines', `\r\n\r\n${OK}content-length: 0\r\n\r\n`, WHOLE],
    ['after early hints', `HTTP/1.1 103 Early Hints\r\ncontent-length: 9\r\n\r\n${OK}content-length: 0\r\n\r\n`, WHOLE],
    ['204, which has no body', 'HTTP/1.1 204 No Content\r\n\r\n', { ...WHOLE, statusCode: 204 }],
    ['304, which has no body', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 5\r\n\r\n', { ...WHOLE, statusCode: 304 }],
    ['in chunks', `${CHUNKED}2\r\nok\r\n00A;x=y\r\n0123456789\r\n0\r\n\r\n`, { ...WHOLE, body: 'ok0123456789' }],
    ['with trailers', `${CHUNKED}1\r\nx\r\n0\r\na: b\r\n\r\n`, { ...WHOLE, body: 'x' }],
    ['with a folded header', `${OK}transfer-encoding:\r\n chunked\r\n\r\n0\r\n\r\n`, WHOLE],
    [
      'that closes the connection',
      `${OK}connection: Close\r\ncontent-length: 0\r\n\r\n`,
      { ...WHOLE, keepsAlive: false },
    ],
    ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n', { ...WHOLE, keepsAlive: false }],
    [
      'of HTTP/1.0 that keeps the connection',
      'HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n',
      WHOLE,
    ],
    ['whose body ends with the connection', `${OK}\r\nok`, { ...WHOLE, body: 'ok', isOver: false, keepsAlive: false }],
    [
      'that is not complete',
      `${OK}content-length: 3\r\n\r\nok`,
      { ...WHOLE, body: 'ok', isOver: false, keepsAlive: false },
    ],
    [
      'of which a part is read',
      `${OK}content-length: 99\r\n\r\n${'x'.repeat(99)}`,
      { ...WHOLE, body: 'x'.repeat(64), keepsAlive: false },
    ],
  ])('%s', (_what, text, expected) => {
    for (const pieceBytes of [text.length, 1, 7]) {
      const parser = parse(text, pieceBytes);
      const { statusCode, isOver, keepsAlive } = parser;
      expect({ statusCode, body: parser.body().toString(), isOver, keepsAlive }, `${pieceBytes} at once`).toEqual(
        expected,
      );
    }
  });
});

test('bytes after an answer make its connection unusable', () => {
  const { statusCode, isOver, keepsAlive } = parse(`${OK}content-length: 0\r\n\r\nHTTP/1.1 200 OK\r\n`);
  expect({ statusCode, isOver, keepsAlive }).toEqual({ statusCode: 200, isOver: true, keepsAlive: false });
});

test('repeated headers are joined', () => {
  expect(parse(`${OK}A: 1\r\na:2 \r\ncontent-length: 0\r\n\r\n`).headers.get('a')).toBe('1, 2');
});

describe('an answer whose end is in doubt, or that is no answer, is refused before it has a status:', () => {
  test.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['HTTP/2', 'HTTP/2 200\r\n'],
    ['a status of two digits', 'HTTP/1.1 20 OK\r\n'],
    ['a status that begins with 0', 'HTTP/1.1 020 OK\r\n'],
    ['a change of protocol', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
    ['two lengths', `${OK}content-length: 1\r\ncontent-length: 2\r\n\r\n`],
    ['a length with a sign', `${OK}content-length: +1\r\n\r\n`],
    ['a length of no number', `${OK}content-length: 0x1\r\n\r\n`],
    ['a length and chunks', `${OK}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`],
    ['a space before the colon', `${OK}content-length : 1\r\n\r\n`],
    ['a header without a colon', `${OK}content-length\r\n\r\n`],
    ['a header without a name', `${OK}: 1\r\n\r\n`],
  ])('%s', (_what, text) => {
    for (const pieceBytes of [text.length, 1]) {
      const parser = new AnswerParser(MAX_BYTES);
      const bytes = Buffer.from(text);
      expect(() => {
        for (let at = 0; at < bytes.length; at += pieceBytes) parser.read(bytes.subarray(at, at + pieceBytes));
      }).toThrow(AnswerInvalid);
      expect(parser.statusCode).toBeNull();
    }
  });
});

test.each([
  ['chunks without a size', `${CHUNKED}\r\n`],
  ['a negative size', `${CHUNKED}-1\r\n`],
  ['a size of more than four bytes', `${CHUNKED}123456789\r\n`],
  ['a chunk that is longer than its size', `${CHUNKED}1\r\nxy\r\n`],
])('%s are refused; the status stays', (_what, text) => {
  const parser = new AnswerParser(MAX_BYTES);
  expect(() => parser.read(Buffer.from(text))).toThrow(AnswerInvalid);
  expect(parser.statusCode).toBe(200);
});

describe('a head is limited', () => {
  test.each([
    ['in bytes', `${OK}a: ${'x'.repeat(16 * 1024)}`],
    ['in lines', `${OK}${'a: b\r\n'.repeat(256)}`],
    ['in empty lines', '\r\n'.repeat(257)],
    ['in early answers', `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(9)}${OK}`],
  ])('%s', (_what, text) => {
    for (const pieceBytes of [text.length, 64])
      expect(() => parse(text, pieceBytes)).toThrow('the head of the answer is too large');
  });
});
