import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { makePace, type Pace, type PaceLimits } from '../require-pace.ts';

interface Arrival {
  request: IncomingMessage;
  pace: Pace;
  readBefore: number;
}

interface Options {
  pace: PaceLimits;
  checkEveryMs: number;
  nowMs: () => number;
}

/** Whether a request has a body: the parser does not know yet whether it is complete. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whether the sender is being waited for: its body is read, and all that has arrived was taken. */
const isAwaited = ({ readableFlowing, readableLength }: IncomingMessage): boolean =>
  readableFlowing === true && readableLength === 0;

/** The error of Node's own limit of a whole request, so that both are answered in the same way. */
const timeout = (): Error =>
  Object.assign(new Error('The body arrives too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** Ends requests whose body arrives more slowly than a least rate. */
export function requireArrival(server: Server, { pace: limits, checkEveryMs, nowMs }: Options): void {
  const arriving = new Map<Socket, Arrival>();
  server.prependListener('request', (request: IncomingMessage) => {
    const { socket } = request;
    if (hasBody(request))
      arriving.set(socket, { request, pace: makePace(limits, nowMs), readBefore: socket.bytesRead });
  });
  const clock = setInterval(() => {
    for (const [socket, { request, pace, readBefore }] of arriving) {
      if (request.complete || socket.destroyed) arriving.delete(socket);
      else if (pace(socket.bytesRead - readBefore, isAwaited(request))) {
        arriving.delete(socket);
        server.emit('clientError', timeout(), socket);
      }
    }
  }, checkEveryMs).unref();
  server.once('close', () => clearInterval(clock));
}
