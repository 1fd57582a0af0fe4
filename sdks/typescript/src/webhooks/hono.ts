import type { WebhookHandlerOptions } from './handle-webhook.ts';
import { parleyWebhook as handleRequest } from './next.ts';

/** `app.post('/parley', parleyWebhook({ secret, onEvent }))`. */
export function parleyWebhook(
  options: WebhookHandlerOptions,
): (context: { req: { raw: Request } }) => Promise<Response> {
  const handle = handleRequest(options);
  return ({ req }) => handle(req.raw);
}
