import { handleWebhook, maxBytesOf, type WebhookHandlerOptions } from './handle-webhook.ts';
import { readBytes } from './read-bytes.ts';
import type { WebhookHeaders } from './webhook.ts';

/** The part of a request of Node and Express that the handler reads. */
interface IncomingRequest extends AsyncIterable<Uint8Array> {
  headers: Exclude<WebhookHeaders, Headers>;
  body?: unknown;
}
interface OutgoingResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(): unknown;
}

/**
 * The body; null when it is longer than `maxBytes`, by its header or while it arrives. The iterator is left without
 * `return`, which would destroy the connection before the answer.
 */
async function readBody(request: IncomingRequest, maxBytes: number): Promise<Uint8Array | null> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return null;
  const chunks = request[Symbol.asyncIterator]();
  const next = async (): Promise<Uint8Array | null> => {
    const { done, value } = await chunks.next();
    return done ? null : value;
  };
  return readBytes({ next, stop: () => {} }, maxBytes);
}

async function rawBodyOf(request: IncomingRequest, maxBytes: number): Promise<string | Uint8Array | null> {
  const { body } = request;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body !== undefined && body !== null)
    throw new Error('The body was parsed already: add the webhook before express.json(), or use express.raw() for it.');
  return readBody(request, maxBytes);
}

/**
 * `app.post('/parley', parleyWebhook({ secret, onEvent }))`, before `express.json()`: the signature covers the raw
 * bytes.
 */
export const parleyWebhook =
  (options: WebhookHandlerOptions) =>
  async (request: IncomingRequest, response: OutgoingResponse, next: (error: unknown) => void): Promise<void> => {
    try {
      const body = await rawBodyOf(request, maxBytesOf(options));
      response.statusCode = body === null ? 413 : await handleWebhook(body, request.headers, options);
      // The rest of a body that is too long is not read: the connection ends with the answer.
      if (body === null) response.setHeader('connection', 'close');
      response.end();
    } catch (error) {
      next(error);
    }
  };
