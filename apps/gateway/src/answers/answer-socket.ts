import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { buildError } from './build-error.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** How long a sender may take to read an error before its connection is destroyed. */
const LINGER_MS = 1000;

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

/** The last request of a connection, and its answer. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** An error for bytes that are not a request, with its HTTP status. */
interface Problem {
  status: number;
  error: AppError;
}

/** Writes an error (docs/reference/errors.md#error-body) on a bare connection, and ends the connection. */
export function answerSocket(socket: Socket, { status, error }: Problem): void {
  if (!socket.writable) return void socket.destroy();
  const requestId = makeId('req');
  const { headers, ...answer } = buildError(error, { id: requestId, errorPage: null });
  const body = JSON.stringify(answer.body);
  const lines = Object.entries({
    ...SECURITY_HEADERS,
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Maps an error of Node’s HTTP parser or its timeouts to an answer. */
function problemOf({ code }: { code?: string }): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return {
      status: 413,
      error: new AppError('payload_too_large', { message: 'The address and the headers are larger than allowed.' }),
    };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, error: new AppError('request_timeout') };
  return { status: 400, error: new AppError('unknown_route', { message: 'The request is not valid HTTP.' }) };
}

/**
 * Answers bytes that are not HTTP, and requests that do not arrive in time. `exchangeOf` returns the last request that was read
 * on the connection: its answer is sent first, and nothing is added to an answer that has begun.
 */
export function makeAnswerBrokenRequest(exchangeOf: (socket: Socket) => Exchange | undefined) {
  const answered = new WeakSet<Socket>();
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    if (answered.has(socket)) return;
    answered.add(socket);
    const before = exchangeOf(socket);
    const answer = (): void => answerSocket(socket, problemOf(error));
    if (!before || (before.request.complete && before.response.writableFinished)) answer();
    else if (before.request.complete) before.response.once('finish', answer);
    else if (before.response.headersSent) socket.destroy();
    else answer();
  };
}

/** Refuses CONNECT. */
export const refuseTunnel = (socket: Socket): void =>
  answerSocket(socket, {
    status: 405,
    error: new AppError('method_not_allowed', { message: 'CONNECT is not allowed here.', allow: ['GET', 'POST'] }),
  });
