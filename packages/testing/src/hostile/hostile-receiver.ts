import { createServer, type Socket } from 'node:net';

/** A server that sends the chosen bytes for every request. */
export interface HostileReceiver extends AsyncDisposable {
  /** Its URL; with https it still speaks no TLS. */
  url(path: string, scheme?: 'http' | 'https'): string;
  /** Connections ever accepted, and the most that were open at once. */
  sockets(): { ever: number; most: number };
  /** The maximum number of bytes that one connection accepted. */
  mostTaken(): number;
}

/** The server's reaction to a request. */
export type Mischief = (socket: Socket) => void;

/** Writes the same bytes forever, as fast as they are accepted. */
const endless =
  (head: string, piece: string): Mischief =>
  (socket) => {
    socket.write(head);
    const bytes = Buffer.from(piece.repeat(Math.ceil(32_768 / piece.length)));
    const pump = (): void => {
      while (!socket.destroyed) if (!socket.write(bytes)) return void socket.once('drain', pump);
    };
    pump();
  };

const dripping =
  (head: string, piece: string): Mischief =>
  (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(piece), 20);
    socket.once('close', () => clearInterval(timer));
  };

const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;

/** Harmful answers, each with the status that an attempt must record. */
export const MISCHIEF: Record<string, { answer: Mischief; statusCode: number | null }> = {
  '100,000 headers': {
    answer: (socket) => socket.write(`${OK}${'a: b\r\n'.repeat(100_000)}\r\n`),
    statusCode: null,
  },
  'headers without an end': { answer: endless(OK, 'x-more: and more\r\n'), statusCode: null },
  'one header without an end': { answer: endless(`${OK}x-long: `, 'h'), statusCode: null },
  'a status line without an end': { answer: endless('HTTP/1.1 200 ', 'O'), statusCode: null },
  'empty lines without an end': { answer: endless('', '\r\n'), statusCode: null },
  'early answers without an end': {
    answer: endless('', 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n'),
    statusCode: null,
  },
  'headers that drip': { answer: dripping(OK, 'a: b\r\n'), statusCode: null },
  'a body without an end': { answer: endless(`${OK}content-length: 999999999999\r\n\r\n`, 'x'), statusCode: 200 },
  'a body that drips': { answer: dripping(`${OK}content-length: 999999999999\r\n\r\n`, 'x'), statusCode: 200 },
  'chunks of one byte': { answer: endless(CHUNKED, '1\r\nx\r\n'), statusCode: 200 },
  'chunk extensions without an end': { answer: endless(`${CHUNKED}1;`, 'a=b;'), statusCode: 200 },
  'trailers without an end': { answer: endless(`${CHUNKED}0\r\n`, 'a: b\r\n'), statusCode: 200 },
  'no HTTP': { answer: (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'), statusCode: null },
  'a reset': { answer: (socket) => socket.resetAndDestroy(), statusCode: null },
  // The answer of a TLS server to a plain request: a fatal alert, unexpected_message.
  'an alert of TLS': { answer: (socket) => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 10])), statusCode: null },
  'an end without an answer': { answer: (socket) => socket.end(), statusCode: null },
};

/** Opens one on a free port of loopback. */
export async function openHostileReceiver(answer: Mischief): Promise<HostileReceiver> {
  const open = new Set<Socket>();
  const sockets = { ever: 0, most: 0 };
  let mostTaken = 0;
  const server = createServer((socket) => {
    open.add(socket);
    sockets.ever++;
    sockets.most = Math.max(sockets.most, open.size);
    socket.on('error', () => {});
    socket.once('close', () => {
      open.delete(socket);
      // Bytes that the system accepted and never delivered are counted too.
      mostTaken = Math.max(mostTaken, socket.bytesWritten - socket.writableLength);
    });
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: (path, scheme = 'http') => `${scheme}://127.0.0.1:${port}${path}`,
    sockets: () => sockets,
    mostTaken: () => mostTaken,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
