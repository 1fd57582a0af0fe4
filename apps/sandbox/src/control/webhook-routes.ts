import type { FastifyInstance } from 'fastify';
import { request as httpRequest } from 'undici';
import { z } from 'zod';
import { pickBot, pickNumber } from '../customers/customer-acts.ts';
import { encodeLikeMeta, signWebhook } from '../providers/graph/wire/sign-webhook.ts';
import type { MetaWebhooks } from '../providers/graph/wire/whatsapp/post-webhook.ts';
import { buildStatus } from '../providers/graph/wire/whatsapp/schedule-receipts.ts';
import type { TelegramUpdates } from '../providers/telegram/wire/post-update.ts';
import type { SandboxState } from '../state/sandbox-state.ts';

/** Body of POST /sandbox/webhooks/raw. */
export const RawWebhook = z.object({
  provider: z.enum(['wa', 'tg', 'fb', 'ig']).default('wa'),
  /** tg: bot id; wa: account whose override address is used. */
  account: z.string().optional(),
  /** A string is sent byte for byte, any other value in the provider's encoding. */
  body: z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]),
  signature: z.enum(['valid', 'forged', 'none']).default('valid'),
  headers: z.record(z.string(), z.string()).default({}),
  times: z.int().min(1).max(100).default(1),
});
/** Body of POST /sandbox/statuses. */
export const StatusInput = z.object({
  account: z.string().optional(),
  provider_message_id: z.string(),
  status: z.enum(['sent', 'delivered', 'read', 'played', 'failed', 'deleted', 'warning']),
  to: z.string().default('16505551234'),
  at: z.iso.datetime({ offset: true }).optional(),
  code: z.int().optional(),
  callback_data: z.string().optional(),
  /** A copy for an app in standby, about a message that another app sent. */
  standby: z.boolean().default(false),
  times: z.int().min(1).max(100).default(1),
});

export interface WebhookControlDeps {
  state: SandboxState;
  webhooks: MetaWebhooks;
  updates: TelegramUpdates;
  appSecret: string;
  verifyToken: string;
  callbackUrl: () => string | null;
  now: () => number;
}

/** Posts webhooks that the caller composes: any body, any signature, any receipt, and Meta's address check. */
export function webhookRoutes(app: FastifyInstance, deps: WebhookControlDeps) {
  const { state } = deps;

  app.post('/sandbox/webhooks/raw', async (request, reply) => {
    const given = RawWebhook.parse(request.body);
    const callbacks = [];
    for (let i = 0; i < given.times; i++) {
      const outcome = given.provider === 'tg' ? await postUpdate(deps, given) : await postMeta(deps, given);
      if (!outcome) return reply.code(404).send({ ok: false, error: 'unknown_account' });
      callbacks.push(outcome);
    }
    return reply.send({ ok: true, callbacks });
  });

  app.post('/sandbox/webhooks/verify', async (_request, reply) => {
    const address = deps.callbackUrl();
    if (address === null) return reply.code(409).send({ ok: false, error: 'no_callback_address' });
    const challenge = String(Math.floor(Math.random() * 1e10));
    const url = new URL(address);
    for (const [name, value] of [
      ['mode', 'subscribe'],
      ['verify_token', deps.verifyToken],
      ['challenge', challenge],
    ] as const) {
      url.searchParams.set(`hub.${name}`, value);
    }
    const answer = await httpRequest(url, { headersTimeout: 10_000, bodyTimeout: 10_000 });
    const body = await answer.body.text();
    return reply.send({ ok: answer.statusCode === 200 && body === challenge, status: answer.statusCode });
  });

  app.post('/sandbox/statuses', async (request, reply) => {
    const given = StatusInput.parse(request.body);
    const number = pickNumber(state, given.account);
    if (!number) return reply.code(404).send({ ok: false, error: 'unknown_account' });
    const subject = {
      number,
      id: given.provider_message_id,
      recipient: given.to,
      toUserId: false,
      callbackData: given.callback_data ?? null,
      category: 'service',
      failure: given.code ?? null,
    };
    const status = buildStatus(given.status, subject, given.at === undefined ? deps.now() : Date.parse(given.at));
    const value = { statuses: [status] };
    const callback = await deps.webhooks.postValue(number, given.standby ? { standby: value } : value, {
      times: given.times,
      ...(given.standby ? { field: 'standby' } : {}),
    });
    return reply.send({ ok: true, callback });
  });
}

function postMeta(deps: WebhookControlDeps, given: z.infer<typeof RawWebhook>) {
  const body = typeof given.body === 'string' ? Buffer.from(given.body) : encodeLikeMeta(given.body);
  const secret = given.signature === 'forged' ? `not ${deps.appSecret}` : deps.appSecret;
  const signature = given.signature === 'none' ? null : signWebhook(body, secret);
  return deps.webhooks.postRaw(given.account ?? null, body, signature, given.headers);
}

async function postUpdate(deps: WebhookControlDeps, given: z.infer<typeof RawWebhook>) {
  const bot = pickBot(deps.state, given.account);
  if (!bot) return null;
  const body = Buffer.from(typeof given.body === 'string' ? given.body : JSON.stringify(given.body));
  const header = 'x-telegram-bot-api-secret-token';
  const forged: Record<string, string> =
    given.signature === 'valid' ? {} : { [header]: given.signature === 'forged' ? 'forged' : '' };
  return deps.updates.postRaw(bot, body, { ...forged, ...given.headers });
}
