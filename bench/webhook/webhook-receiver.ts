import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A customer's server that accepts every request and counts them by path; requests to /hang are never answered. */
export interface CountingReceiver {
  url(path: string): string;
  count(): number;
  /** Time of the first arrival after the last `reset`, from performance.now(). */
  firstAtMs(): number | null;
  reset(): void;
  close(): void;
}

/** Starts a receiver on a free port of loopback. */
export async function startCountingReceiver(): Promise<CountingReceiver> {
  let count = 0;
  let firstAtMs: number | null = null;
  const server: Server = createServer((request, response) => {
    request.resume();
    if (request.url === '/hang') return;
    request.on('end', () => {
      count++;
      firstAtMs ??= performance.now();
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // safe: it listens on TCP
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    count: () => count,
    firstAtMs: () => firstAtMs,
    reset() {
      count = 0;
      firstAtMs = null;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
