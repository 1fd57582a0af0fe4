import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach } from 'vitest';

/** A request as the stub saw it. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

export interface ProviderStub {
  origin: string;
  close(): Promise<void>;
  seen: SeenRequest[];
  /** The behaviour of the stub from now on. */
  answer: (request: SeenRequest, response: ServerResponse) => void;
}

/** Responds with JSON. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (_request: SeenRequest, response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

/** Responds with a gateway's page. */
export const html =
  (status: number, headers: Record<string, string> = {}) =>
  (_request: SeenRequest, response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<html><h1>Bad Gateway</h1></html>');
  };

/** A provider on a free port of loopback, with the configured answers. */
export async function startStub(): Promise<ProviderStub> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString('utf8');
    // A multipart form stays raw.
    const isForm = request.headers['content-type']?.startsWith('multipart/') === true;
    const seen = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: text === '' ? undefined : isForm ? text : JSON.parse(text),
    };
    stub.seen.push(seen);
    stub.answer(seen, response);
  });
  // A test that blocks this process for longer would have its next request sent over a connection that is being closed.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe: listens on TCP
  const stub: ProviderStub = {
    origin: `http://127.0.0.1:${port}`,
    seen: [],
    answer: html(500),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return stub;
}

/** A stub for the tests of the calling file: reset before each, and closed after the last one. */
export async function startTestStub(): Promise<ProviderStub> {
  const stub = await startStub();
  beforeEach(() => {
    stub.seen.length = 0;
  });
  afterAll(() => stub.close());
  return stub;
}

/** An origin on which nothing listens. */
export async function closedOrigin(): Promise<string> {
  const stub = await startStub();
  await stub.close();
  return stub.origin;
}
