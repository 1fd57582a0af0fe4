import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bounds of a drain. */
export interface DrainLimits {
  /** A request has this long to arrive whole once the drain has begun; default 3 s. */
  unfinishedMs?: number;
  /** The other side has this long to close a connection that we have ended; default 1 s. */
  lingerMs?: number;
}

/** The connections of one HTTP server, so that it can close without waiting for those that ask nothing. */
export interface ConnectionDrain {
  /**
   * To be called when the server takes no new connections. Requests under way get their whole answer, with
   * `Connection: close`; everything else is ended: idle connections, those that never asked, and after a short while
   * those whose request is still not whole.
   */
  begin(): void;
  /** Connections that are still open. */
  open(): number;
}

interface Line {
  socket: Socket;
  underWay: Map<ServerResponse, IncomingMessage>;
  /** `bytesRead` after the last answer: more than this is a request that has begun to arrive. */
  readBefore: number;
}

const UNFINISHED_MS = 3000;
const LINGER_MS = 1000;

/**
 * Follows a server's connections from now on. Node's own `closeIdleConnections` leaves open what has never asked
 * anything, what was answered with `keep-alive` after the server began to close, and half a request.
 */
export function followConnections(server: Server, limits: DrainLimits = {}): ConnectionDrain {
  const { unfinishedMs = UNFINISHED_MS, lingerMs = LINGER_MS } = limits;
  const lines = new Map<Socket, Line>();
  let draining = false;

  function end({ socket }: Line): void {
    if (socket.writableEnded) return;
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  }

  function endIfIdle(line: Line): void {
    if (line.underWay.size === 0 && line.socket.bytesRead === line.readBefore) end(line);
  }

  /** Whose request is not whole by now has not been begun by us: nothing of it is lost. */
  function endUnfinished(): void {
    for (const line of lines.values()) {
      const requests = [...line.underWay.values()];
      if (requests.every((request) => !request.complete)) line.socket.destroy();
    }
  }

  server.on('connection', (socket: Socket) => {
    const line: Line = { socket, underWay: new Map(), readBefore: 0 };
    lines.set(socket, line);
    socket.once('close', () => lines.delete(socket));
  });
  // Before the server's own listener, which may answer at once.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const line = lines.get(request.socket);
    if (!line) return;
    line.underWay.set(response, request);
    if (draining) response.shouldKeepAlive = false;
    response.once('close', () => {
      line.underWay.delete(response);
      line.readBefore = line.socket.bytesRead;
      if (draining) endIfIdle(line);
    });
  });

  return {
    begin() {
      draining = true;
      for (const line of lines.values()) {
        // Of pipelined requests all that are under way are answered: only the last answer closes.
        const last = [...line.underWay.keys()].at(-1);
        if (last && !last.headersSent) last.shouldKeepAlive = false;
        endIfIdle(line);
      }
      setTimeout(endUnfinished, unfinishedMs).unref();
    },
    open: () => lines.size,
  };
}
