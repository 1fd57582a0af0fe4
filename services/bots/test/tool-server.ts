import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A tenant's server of tools, which records its calls. */
export interface ToolServer extends AsyncDisposable {
  url: string;
  received: { headers: Record<string, string>; body: string }[];
  answer(request: IncomingMessage, response: ServerResponse): void;
  /** Forgets the calls, and answers again as it does by default. */
  reset(): void;
}

const ship = (_request: IncomingMessage, response: ServerResponse): void => void response.end('{"status":"shipped"}');

export async function openToolServer(): Promise<ToolServer> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    tools.received.push({ headers: Object.fromEntries(headers), body });
    tools.answer(request, response);
  });
  const tools: ToolServer = {
    url: '',
    received: [],
    answer: ship,
    reset() {
      tools.received = [];
      tools.answer = ship;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // safe: it listens on TCP
  tools.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tool`;
  return tools;
}
