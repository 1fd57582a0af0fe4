import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { request } from 'undici';

/**
 * The treatment of a request that the proxy does not pass on. cut: it closes the connection. lose: it passes the request
 * on and closes the connection instead of answering. hang: it never answers.
 */
export type ProxyAct = { status: number; headers?: Record<string, string>; body?: string } | 'cut' | 'lose' | 'hang';

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
}

/** An HTTP proxy in front of Parley. */
export interface TestProxy extends AsyncDisposable {
  origin: string;
  /** Sets the acts for the next requests; later ones are passed on. Clears `seen`. */
  script(...acts: ProxyAct[]): void;
  seen(): readonly SeenRequest[];
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function openProxy(target: string): Promise<TestProxy> {
  let acts: ProxyAct[] = [];
  let seen: SeenRequest[] = [];

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming;
    seen.push({ method, path: url, headers });
    const body = await readBody(incoming);
    const act = acts.shift();
    if (act === 'hang') return;
    if (act === 'cut') return void incoming.socket.destroy();
    if (act !== undefined && act !== 'lose') {
      response.writeHead(act.status, act.headers).end(act.body ?? '');
      return;
    }
    const {
      host: _host,
      connection: _connection,
      'content-length': _length,
      'transfer-encoding': _chunked,
      ...passed
    } = headers;
    const answer = await request(`${target}${url}`, {
      // safe: a method of HTTP
      method: method as 'GET',
      headers: passed,
      ...(body.length > 0 ? { body } : {}),
    });
    const text = await answer.body.text();
    if (act === 'lose') return void incoming.socket.destroy();
    const { 'content-length': _old, 'transfer-encoding': _encoding, connection: _kept, ...rest } = answer.headers;
    response.writeHead(answer.statusCode, rest).end(text);
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    script: (...given) => {
      acts = given;
      seen = [];
    },
    seen: () => seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
