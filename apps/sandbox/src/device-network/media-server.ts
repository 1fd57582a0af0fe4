import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type BoundedMap, makeBoundedMap } from '../state/bounded-map.ts';
import { makeCertificate } from './make-certificate.ts';

const MAX_FILE_BYTES = 110 * 1024 * 1024;
const MAX_KEPT_BYTES = 256 * 1024 * 1024;

/** Where encrypted files lie: an https server, because the client knows no other (providers/wd §4.7). */
export interface MediaServer {
  /** `127.0.0.1:41234`, as `media_conn` announces it. */
  host: string;
  /** The authority that signed its certificate, PEM. */
  ca: string;
  put(bytes: Buffer): { url: string; directPath: string };
  get(directPath: string): Buffer | undefined;
  clear(): void;
  close(): Promise<void>;
}

/** Starts it on a free port of `host`; `name` is what clients call it. */
export async function startMediaServer(given: { host: string; name: string; now: () => number }): Promise<MediaServer> {
  const { key, cert, ca } = makeCertificate([...new Set([given.name, '127.0.0.1', 'localhost'])], given.now());
  const files = makeBoundedMap<Buffer>({
    maxEntries: 20_000,
    maxBytes: MAX_KEPT_BYTES,
    sizeOf: (bytes) => bytes.length,
  });
  let host = '';
  const put = (bytes: Buffer) => {
    const directPath = `/v/t62.7118-24/${randomBytes(16).toString('hex')}?ccb=11-4`;
    files.set(directPath, bytes);
    return { url: `https://${host}${directPath}`, directPath };
  };
  const server = createServer({ key, cert }, (request, response) => void answer(request, response, files, put));
  await listen(server, given.host);
  host = `${given.name}:${(server.address() as AddressInfo).port}`; // safe: listening on TCP
  return {
    host,
    ca,
    put,
    get: (directPath) => files.get(directPath),
    clear: () => files.clear(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  files: BoundedMap<Buffer>,
  put: (bytes: Buffer) => { url: string; directPath: string },
) {
  if (request.method === 'GET') {
    const file = files.get(request.url ?? '');
    response.statusCode = file ? 200 : 404;
    return response.end(file);
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_FILE_BYTES) {
      response.statusCode = 413;
      return response.end();
    }
  }
  const isUpload = request.method === 'POST' && request.url?.startsWith('/mms/') === true;
  response.statusCode = isUpload ? 200 : 404;
  response.setHeader('content-type', 'application/json');
  if (!isUpload) return response.end('{}');
  const { url, directPath } = put(Buffer.concat(chunks));
  return response.end(JSON.stringify({ url, direct_path: directPath }));
}

function listen(server: Server, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
}
