import { handleWebhook, maxBytesOf, type WebhookHandlerOptions } from './handle-webhook.ts';
import { joinBytes } from './join-bytes.ts';
import type { WebhookHeaders } from './webhook.ts';

/** The part of a request of Node and Express that the handler reads. */
interface IncomingRequest extends AsyncIterable<Uint8Array> {
  headers: Exclude<WebhookHeaders, Headers>;
  body?: unknown;
}
interface OutgoingResponse {
  statusCode: number;
  end(): unknown;
}

/** Reads a body, at most to the first chunk that ends beyond the limit. */
async function readBody(request: IncomingRequest, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return joinBytes(chunks);
}

async function rawBodyOf(request: IncomingRequest, maxBytes: number): Promise<string | Uint8Array> {
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
      response.statusCode = await handleWebhook(body, request.headers, options);
      response.end();
    } catch (error) {
      next(error);
    }
  };
