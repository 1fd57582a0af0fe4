import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A customer's server that records how long each message took to arrive, by the name of its sender. */
export interface Customer {
  url(name: string): string;
  /** Returns a new text, whose time is measured from now. */
  write(): string;
  arrivals(name: string): { forget(): void; wait(count: number): Promise<readonly number[]> };
  close(): void;
}

const WITHIN_MS = 60_000;

/** Starts a server on a free port of loopback. */
export async function startCustomer(): Promise<Customer> {
  const leftAt = new Map<string, number>();
  const delays = new Map<string, number[]>();
  let written = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      response.end();
      const text = /"text":"(m-\d+)"/.exec(Buffer.concat(parts).toString())?.[1] ?? '';
      const left = leftAt.get(text);
      if (left === undefined) return;
      leftAt.delete(text);
      delays.get(request.url ?? '')?.push(performance.now() - left);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // safe: it listens on TCP
  const { port } = server.address() as AddressInfo;
  return {
    url: (name) => `http://127.0.0.1:${port}/${name}`,
    write() {
      const text = `m-${written++}`;
      leftAt.set(text, performance.now());
      return text;
    },
    arrivals(name) {
      const forget = (): void => void delays.set(`/${name}`, []);
      const arrived = (): readonly number[] => delays.get(`/${name}`) ?? [];
      forget();
      return {
        forget,
        async wait(count) {
          for (const untilMs = performance.now() + WITHIN_MS; performance.now() < untilMs; ) {
            if (arrived().length >= count) break;
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
          return arrived();
        },
      };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
