import { handleWebhook, maxBytesOf, type WebhookHandlerOptions } from './handle-webhook.ts';
import type { WebhookHeaders } from './webhook.ts';

interface Request {
  body: unknown;
  headers: Exclude<WebhookHeaders, Headers>;
}
interface Reply {
  code(status: number): { send(): unknown };
}
/** The part of an instance of Fastify that the plugin uses. */
interface Instance {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parse: (request: unknown, body: Uint8Array, done: (error: null, body: Uint8Array) => void) => void,
  ): void;
  post(path: string, handler: (request: Request, reply: Reply) => Promise<unknown>): unknown;
}

/**
 * `await app.register(parleyWebhook({ path: '/parley', secret, onEvent }))`. Fastify keeps the parser of raw bodies
 * within the plugin.
 */
export const parleyWebhook =
  ({ path, ...options }: WebhookHandlerOptions & { path: string }) =>
  async (app: Instance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytesOf(options) }, (_, body, done) =>
      done(null, body),
    );
    app.post(path, async ({ body, headers }, reply) => {
      const bytes = body instanceof Uint8Array ? body : new Uint8Array();
      return reply.code(await handleWebhook(bytes, headers, options)).send();
    });
  };
