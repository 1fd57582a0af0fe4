import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { makePace, type Pace, type PaceLimits } from '../require-pace.ts';

interface Arrival {
  request: IncomingMessage;
  pace: Pace;
  readBefore: number;
  beganMs: number;
}

interface Options {
  pace: PaceLimits;
  /** The total time limit of a body, unless it is a long one. */
  wholeMs: number;
  checkEveryMs: number;
  nowMs: () => number;
}

/** Whether a request has a body: the parser does not know yet whether it is complete. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whether the gateway waits for the sender: its body is being read, and everything that has arrived was processed. */
const isAwaited = ({ readableFlowing, readableLength }: IncomingMessage): boolean =>
  readableFlowing === true && readableLength === 0;

const long = new WeakSet<IncomingMessage>();

/** Allows the body of a known sender a longer total time; the minimum rate still applies. */
export function allowLongBody(request: IncomingMessage): void {
  long.add(request);
}

/** Ends what {@link allowLongBody} allowed. */
export function refuseLongBody(request: IncomingMessage): void {
  long.delete(request);
}

/** The error of Node's own limit of a whole request, so that both get the same response. */
const timeout = (): Error =>
  Object.assign(new Error('The body arrives too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** Ends requests whose body arrives more slowly than a minimum rate, or takes too long in total. */
export function requireArrival(server: Server, { pace: limits, wholeMs, checkEveryMs, nowMs }: Options): void {
  const arriving = new Map<Socket, Arrival>();
  server.prependListener('request', (request: IncomingMessage) => {
    const { socket } = request;
    if (!hasBody(request)) return;
    const pace = makePace(limits, nowMs);
    arriving.set(socket, { request, pace, readBefore: socket.bytesRead, beganMs: nowMs() });
  });
  const clock = setInterval(() => {
    for (const [socket, { request, pace, readBefore, beganMs }] of arriving) {
      const isSlow = pace(socket.bytesRead - readBefore, isAwaited(request));
      const isLate = nowMs() - beganMs > wholeMs && !long.has(request);
      if (request.complete || socket.destroyed) arriving.delete(socket);
      else if (isSlow || isLate) {
        arriving.delete(socket);
        server.emit('clientError', timeout(), socket);
      }
    }
  }, checkEveryMs).unref();
  server.once('close', () => clearInterval(clock));
}
