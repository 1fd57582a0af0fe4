import type { ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import { z } from 'zod';

/** How a stored file is served; absent fields mean honest behaviour. */
export const Serve = z.object({
  status: z.int().min(200).max(599).default(200),
  headers: z.record(z.string(), z.string()).default({}),
  /** Bytes of the file that are sent; default all. */
  send: z.int().min(0).optional(),
  /**
   * The event after these bytes: the end of the answer, the end of the connection, its reset, nothing, or endless bytes.
   */
  end: z.enum(['whole', 'close', 'reset', 'hang', 'drip', 'flood']).default('whole'),
});
export type Serve = z.infer<typeof Serve>;

/** A file as the media server stores it. */
export interface StoredFile {
  bytes: Buffer;
  serve: Serve | null;
}

const DRIP_MS = 50;
const FLOOD = Buffer.alloc(64 * 1024);

/** Returns a stored file, with its configured behaviour. */
export function serveFile(response: ServerResponse, { bytes, serve }: StoredFile): void {
  if (!serve) return void response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
  const sent = bytes.subarray(0, serve.send);
  response.writeHead(serve.status, serve.headers);
  const { socket } = response;
  switch (serve.end) {
    case 'whole':
      return void response.end(sent);
    case 'close':
      return void response.write(sent, () => socket?.end());
    case 'reset':
      // A reset cannot be sent under TLS: the connection just ends.
      return void response.write(sent, () =>
        socket instanceof TLSSocket ? socket.destroy() : socket?.resetAndDestroy(),
      );
    case 'hang':
      return void response.write(sent);
    case 'drip': {
      response.write(sent);
      const timer = setInterval(() => response.write('.'), DRIP_MS);
      return void response.once('close', () => clearInterval(timer));
    }
    case 'flood': {
      const pour = (): void => {
        while (response.write(FLOOD));
      };
      response.on('drain', pour).write(sent);
      pour();
    }
  }
}
