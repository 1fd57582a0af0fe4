import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answerWithFaults } from '../../../faults/answer-with-faults.ts';
import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import type { TiktokWebhooks } from './post-webhook.ts';
import { badParam, tiktokError, tiktokOk } from './tiktok-answer.ts';
import { readInput, TIKTOK_API, type TiktokDeps } from './tiktok-route.ts';

const Config = z.object({
  app_id: z.string(),
  secret: z.string(),
  event_type: z.enum(['DIRECT_MESSAGE', 'COMMENT']),
});
const Update = Config.extend({ callback_url: z.url() });

/** Sets, returns and removes the address of the app's webhooks, for the whole app. */
export function webhookConfigRoutes(app: FastifyInstance, deps: TiktokDeps & { webhooks: TiktokWebhooks }) {
  const { state } = deps;
  const route = <S extends z.ZodType<z.infer<typeof Config>>>(
    method: 'GET' | 'POST',
    path: string,
    schema: S,
    handle: (input: z.infer<S>) => ProviderAnswer,
  ) =>
    app.route({
      method,
      url: `${TIKTOK_API}/business/webhook${path}`,
      handler: answerWithFaults(deps.faults, 'tt', (request) => {
        const input = readInput(schema, (method === 'GET' ? request.query : request.body) ?? {});
        if ('refusal' in input) return input.refusal;
        if (input.value.app_id !== deps.app.id) return badParam('app_id');
        return input.value.secret === deps.app.secret ? handle(input.value) : badParam('secret');
      }),
    });

  route('POST', '/update/', Update, ({ app_id, event_type, callback_url }) => {
    state.callbackUrls.set(event_type, callback_url);
    return tiktokOk({ app_id, event_type, callback_url });
  });
  route('GET', '/list/', Config, ({ app_id, event_type }) => {
    const callback_url = state.callbackUrls.get(event_type) ?? deps.webhooks.urlOf(event_type);
    return callback_url === null ? tiktokOk({}) : tiktokOk({ app_id, event_type, callback_url });
  });
  route('POST', '/delete/', Config, ({ app_id, event_type }) => {
    const known = state.callbackUrls.delete(event_type);
    return known ? tiktokOk({ app_id, event_type }) : tiktokError(40007);
  });
}
