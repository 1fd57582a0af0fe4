import { handleWebhook, maxBytesOf, type WebhookHandlerOptions } from './handle-webhook.ts';
import { readBytes } from './read-bytes.ts';

/** The body; null when it is longer than `maxBytes`, by its header or while it arrives. */
async function readBody({ body, headers }: Request, maxBytes: number): Promise<Uint8Array | null> {
  if (Number(headers.get('content-length')) > maxBytes) return null;
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  return readBytes(
    {
      next: async () => (await reader.read()).value ?? null,
      // A failure to cancel changes nothing: the answer is 413.
      stop: () => void reader.cancel().catch(() => {}),
    },
    maxBytes,
  );
}

/** A route handler of the app router: `export const POST = parleyWebhook({ secret, onEvent })`; also of any fetch server. */
export const parleyWebhook =
  (options: WebhookHandlerOptions) =>
  async (request: Request): Promise<Response> => {
    const body = await readBody(request, maxBytesOf(options));
    return new Response(null, {
      status: body === null ? 413 : await handleWebhook(body, request.headers, options),
    });
  };
