import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';

/** A webhook request as it arrived. */
export interface Arrived {
  path: string;
  headers: IncomingHttpHeaders;
  /** The raw body. */
  raw: string;
  body: { id: string; event: string; instance_id: string; created_at: string; data: Record<string, unknown> };
}

export type Answer = (arrived: Arrived, response: ServerResponse) => void;

/** A customer's server: records requests, and answers as configured. */
export interface Receiver extends AsyncDisposable {
  url(path: string): string;
  port: number;
  arrived: Arrived[];
  at(path: string): Arrived[];
  /** Sets how a path answers from now on; the default is 200. */
  answer(path: string, answer: Answer): void;
}

export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (_arrived, response) => {
    response.writeHead(code, headers).end(body);
  };

export async function openReceiver(): Promise<Receiver> {
  const arrived: Arrived[] = [];
  const answers = new Map<string, Answer>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const raw = Buffer.concat(parts).toString('utf8');
      const path = request.url ?? '';
      const one: Arrived = { path, headers: request.headers, raw, body: raw === '' ? {} : JSON.parse(raw) };
      arrived.push(one);
      (answers.get(path) ?? status(200))(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    port,
    arrived,
    at: (path) => arrived.filter((one) => one.path === path),
    answer: (path, answer) => answers.set(path, answer),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The x-service-signature of a body, computed independently of the product. */
export const serviceSignature = (raw: string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;

/** Verifies a webhook like an independent reader (docs/reference/events.md#signatures). Throws when it is invalid. */
export const expectVerified = ({ raw, headers }: Arrived, secret: string): void => {
  // safe: verify reads three headers that are never repeated
  new Webhook(secret).verify(raw, headers as Record<string, string>);
};
