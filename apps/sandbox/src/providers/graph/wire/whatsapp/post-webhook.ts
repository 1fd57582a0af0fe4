import type { CallbackOutcome, CallbackSender } from '../../../../callbacks/callback-sender.ts';
import type { SandboxState } from '../../../../state/sandbox-state.ts';
import type { PhoneNumber } from '../../state/business-account.ts';
import { signWebhook, webhookBody } from '../sign-webhook.ts';

/** Posts Meta webhooks: builds the envelope, signs the raw bytes, honours the subscription and its override. */
export interface MetaWebhooks {
  /** A change of another field than messages; `null` if the app is not subscribed to the account. */
  postField(wabaId: string, field: string, value: Record<string, unknown>): Promise<CallbackOutcome | null>;
  /** `null` if the app is not subscribed to the number's account. */
  postValue(
    number: PhoneNumber,
    value: Record<string, unknown>,
    options?: { field?: string; times?: number },
  ): Promise<CallbackOutcome | null>;
  postRaw(
    wabaId: string | null,
    body: Buffer,
    signature: string | null,
    headers: Record<string, string>,
  ): Promise<CallbackOutcome>;
}

/** Makes the poster; `callbackUrl` is the app's own callback address. */
export function makeMetaWebhooks(deps: {
  state: SandboxState;
  callbacks: CallbackSender;
  appSecret: string;
  callbackUrl: () => string | null;
}): MetaWebhooks {
  const { state, callbacks, appSecret } = deps;

  function urlFor(wabaId: string | null) {
    const override = wabaId === null ? null : state.whatsapp.businessAccounts.get(wabaId)?.overrideCallbackUri;
    return () => override ?? deps.callbackUrl();
  }

  const postRaw: MetaWebhooks['postRaw'] = (wabaId, body, signature, headers) =>
    callbacks.send({
      url: urlFor(wabaId),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'facebookexternalua',
        ...(signature === null ? {} : { 'x-hub-signature-256': signature }),
        ...headers,
      },
      body,
      accepts: (status) => status === 200,
    });

  return {
    async postField(wabaId, field, value) {
      if (!state.whatsapp.businessAccounts.get(wabaId)?.subscribed) return null;
      const entry = { id: wabaId, time: Math.floor(Date.now() / 1000), changes: [{ value, field }] };
      const body = webhookBody({ object: 'whatsapp_business_account', entry: [entry] });
      return postRaw(wabaId, body, signWebhook(body, appSecret), {});
    },
    async postValue(number, value, { field = 'messages', times = 1 } = {}) {
      if (!state.whatsapp.businessAccounts.get(number.wabaId)?.subscribed) return null;
      const body = webhookBody(envelope(number, value, field));
      const signature = signWebhook(body, appSecret);
      let outcome = await postRaw(number.wabaId, body, signature, {});
      for (let i = 1; i < times; i++) outcome = await postRaw(number.wabaId, body, signature, {});
      return outcome;
    },
    postRaw,
  };
}

function envelope(number: PhoneNumber, value: Record<string, unknown>, field: string) {
  return {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: number.wabaId,
        changes: [
          {
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: number.number, phone_number_id: number.id },
              ...value,
            },
            field,
          },
        ],
      },
    ],
  };
}
