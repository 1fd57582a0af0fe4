import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from '../../../certificate/make-certificate.ts';
import { type BoundedMap, makeBoundedMap } from '../../../state/bounded-map.ts';
import { type Serve, type StoredFile, serveFile } from './serve-file.ts';

const MAX_FILE_BYTES = 110 * 1024 * 1024;
const MAX_KEPT_BYTES = 256 * 1024 * 1024;

/**
 * Stores encrypted files: an https server, because the stock client accepts nothing else
 * (docs/reference/wd.md#media-server).
 */
export interface MediaServer {
  /** `127.0.0.1:41234`, as `media_conn` announces it. */
  host: string;
  /** The CA of its certificate, PEM. */
  ca: string;
  put(bytes: Buffer, serve?: Serve): { url: string; directPath: string };
  /** Serves a download or an upload. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Refuses the next uploads with this status. */
  refuseUploads(times: number, status: number): void;
  get(directPath: string): Buffer | undefined;
  clear(): void;
  close(): Promise<void>;
}

/** Starts a media server on a free port of `host`; `name` is its name for clients. */
export async function startMediaServer(given: { host: string; name: string; now: () => number }): Promise<MediaServer> {
  const { key, cert, ca } = makeCertificate([...new Set([given.name, '127.0.0.1', 'localhost'])], given.now());
  const files = makeBoundedMap<StoredFile>({
    maxEntries: 20_000,
    maxBytes: MAX_KEPT_BYTES,
    sizeOf: ({ bytes }) => bytes.length,
  });
  let host = '';
  let refusals: number[] = [];
  const put = (bytes: Buffer, serve?: Serve) => {
    const directPath = `/v/t62.7118-24/${randomBytes(16).toString('hex')}?ccb=11-4`;
    files.set(directPath, { bytes, serve: serve ?? null });
    return { url: `https://${host}${directPath}`, directPath };
  };
  const take = (bytes: Buffer) => {
    const status = refusals.shift() ?? 200;
    return { status, stored: status === 200 ? put(bytes) : null };
  };
  const respond = (request: IncomingMessage, response: ServerResponse) =>
    answer(request, response, files, take).catch(() => void response.destroy());
  const server = createServer({ key, cert }, (request, response) => void respond(request, response));
  await listen(server, given.host);
  host = `${given.name}:${(server.address() as AddressInfo).port}`; // safe: listening on TCP
  return {
    host,
    ca,
    put,
    answer: respond,
    refuseUploads(times, status) {
      refusals = Array.from({ length: times }, () => status);
    },
    get: (directPath) => files.get(directPath)?.bytes,
    clear() {
      refusals = [];
      files.clear();
    },
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
  files: BoundedMap<StoredFile>,
  take: (bytes: Buffer) => { status: number; stored: { url: string; directPath: string } | null },
): Promise<void> {
  if (request.method === 'GET') {
    const file = files.get(request.url ?? '');
    return file ? serveFile(response, file) : void response.writeHead(404).end();
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_FILE_BYTES) return void response.writeHead(413).end();
  }
  const isUpload = request.method === 'POST' && request.url?.startsWith('/mms/') === true;
  const { status, stored } = isUpload ? take(Buffer.concat(chunks)) : { status: 404, stored: null };
  const body = stored ? { url: stored.url, direct_path: stored.directPath } : {};
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function listen(server: Server, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
}
