import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { request } from 'undici';

/** A proxy in front of the sandbox's models, which records the keys that it receives. */
export interface AiDoor {
  url: string;
  keys: string[];
  close(): void;
}

const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key'] as const;

/** Opens a proxy to the models at `target`. */
export async function openAiDoor(target: string): Promise<AiDoor> {
  const keys: string[] = [];
  const server = createServer((asked, answer) => {
    for (const name of KEY_HEADERS) {
      const value = asked.headers[name];
      if (value !== undefined) keys.push(String(value).replace('Bearer ', ''));
    }
    const {
      host: _host,
      connection: _connection,
      'content-length': _length,
      'transfer-encoding': _encoding,
      ...headers
    } = asked.headers;
    buffer(asked)
      .then((body) => request(`${target}${asked.url}`, { method: 'POST', headers, body }))
      .then(async ({ statusCode, headers: given, body }) => {
        answer.writeHead(statusCode, { 'content-type': String(given['content-type']) });
        answer.end(await body.text());
      })
      .catch(() => answer.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe: it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    keys,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
