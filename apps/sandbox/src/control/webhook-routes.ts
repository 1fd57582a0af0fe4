import type { FastifyInstance } from 'fastify';
import { request as httpRequest } from 'undici';
import { pickBot, pickNumber } from '../customers/customer-acts.ts';
import { encodeLikeMeta, signWebhook } from '../providers/graph/wire/sign-webhook.ts';
import type { MetaWebhooks } from '../providers/graph/wire/whatsapp/post-webhook.ts';
import { buildStatus } from '../providers/graph/wire/whatsapp/schedule-receipts.ts';
import type { TelegramUpdates } from '../providers/telegram/wire/post-update.ts';
import type { SandboxState } from '../state/sandbox-state.ts';
import { ControlError, unknownAccount } from './control-error.ts';
import { mountControls } from './mount-controls.ts';
import { type RawWebhook, WEBHOOK_CONTROLS } from './sandbox-controls.ts';

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
  mountControls(app, WEBHOOK_CONTROLS, {
    async postWebhook(given) {
      const callbacks = [];
      for (let i = 0; i < given.times; i++) {
        const outcome = given.provider === 'tg' ? await postUpdate(deps, given) : await postMeta(deps, given);
        callbacks.push(outcome ?? unknownAccount());
      }
      return { callbacks };
    },
    async verifyAddress() {
      const address = deps.callbackUrl();
      if (address === null) throw new ControlError(409, 'no_callback_address');
      const challenge = String(Math.floor(Math.random() * 1e10));
      const url = new URL(address);
      const { searchParams: query } = url;
      query.set('hub.mode', 'subscribe');
      query.set('hub.verify_token', deps.verifyToken);
      query.set('hub.challenge', challenge);
      const answer = await httpRequest(url, { headersTimeout: 10_000, bodyTimeout: 10_000 });
      const body = await answer.body.text();
      return { ok: answer.statusCode === 200 && body === challenge, status: answer.statusCode };
    },
    async postStatus(given) {
      const number = pickNumber(deps.state, given.account) ?? unknownAccount();
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
      return { callback };
    },
  });
}

function postMeta(deps: WebhookControlDeps, given: RawWebhook) {
  const body = typeof given.body === 'string' ? Buffer.from(given.body) : encodeLikeMeta(given.body);
  const secret = given.signature === 'forged' ? `not ${deps.appSecret}` : deps.appSecret;
  const signature = given.signature === 'none' ? null : signWebhook(body, secret);
  return deps.webhooks.postRaw(given.account ?? null, body, signature, given.headers);
}

async function postUpdate(deps: WebhookControlDeps, given: RawWebhook) {
  const bot = pickBot(deps.state, given.account);
  if (!bot) return null;
  const body = Buffer.from(typeof given.body === 'string' ? given.body : JSON.stringify(given.body));
  const header = 'x-telegram-bot-api-secret-token';
  const forged: Record<string, string> =
    given.signature === 'valid' ? {} : { [header]: given.signature === 'forged' ? 'forged' : '' };
  return deps.updates.postRaw(bot, body, { ...forged, ...given.headers });
}
