import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Time limits of a drain. */
export interface DrainLimits {
  /** How long a request may still take to arrive once the drain has begun; default 3 s. */
  unfinishedMs?: number;
  /** How long the client may take to close a connection that the server ended; default 1 s. */
  lingerMs?: number;
}

/** The connections of one HTTP server, so that it can close without waiting for idle ones. */
export type ConnectionDrain = ReturnType<typeof followConnections>;

interface Line {
  socket: Socket;
  underWay: Map<ServerResponse, IncomingMessage>;
  /** `bytesRead` after the last answer: more bytes mean that a request has begun to arrive. */
  readBefore: number;
}

const UNFINISHED_MS = 3000;
const LINGER_MS = 1000;

/**
 * Tracks a server's connections from now on. Node's `closeIdleConnections` leaves three kinds open: connections that never sent
 * a request, ones answered with `keep-alive` after the close began, and ones with half a request.
 */
export function followConnections(server: Server, limits: DrainLimits = {}) {
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

  /** Ends connections with an incomplete request: its processing has not started. */
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
  // Runs before the server's own listener, which may answer at once.
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
    /**
     * Call it when the server accepts no new connections. Running requests get their whole answer, with `Connection:
     * close`; all other connections are ended: idle ones, ones that never sent a request, and after `unfinishedMs` those
     * whose request is still incomplete.
     */
    begin() {
      draining = true;
      for (const line of lines.values()) {
        // All running pipelined requests are answered: only the last answer closes the connection.
        const last = [...line.underWay.keys()].at(-1);
        if (last && !last.headersSent) last.shouldKeepAlive = false;
        endIfIdle(line);
      }
      setTimeout(endUnfinished, unfinishedMs).unref();
    },
    /** Connections that are still open. */
    open: () => lines.size,
  };
}
