import { handleWebhook, type WebhookHandlerOptions } from './handle-webhook.ts';

/** A route handler of the app router: `export const POST = parleyWebhook({ secret, onEvent })`; also of any fetch server. */
export const parleyWebhook =
  (options: WebhookHandlerOptions) =>
  async (request: Request): Promise<Response> =>
    new Response(null, {
      status: await handleWebhook(new Uint8Array(await request.arrayBuffer()), request.headers, options),
    });
