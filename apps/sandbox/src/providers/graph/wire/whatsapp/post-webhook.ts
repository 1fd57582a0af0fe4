import type { CallbackOutcome, CallbackSender } from '../../../../callbacks/callback-sender.ts';
import type { SandboxState } from '../../../../state/sandbox-state.ts';
import type { PhoneNumber } from '../../state/business-account.ts';
import { signWebhook, webhookBody } from '../sign-webhook.ts';

/** Posts Meta webhooks: builds the envelope, signs the raw bytes, honours the subscription and its override. */
export interface MetaWebhooks {
  /** A change of a field of the account; `null` if the app is not subscribed to it. */
  postField(wabaId: string, field: string, value: Record<string, unknown>): Promise<CallbackOutcome | null>;
  /** An `account_update` of the partner's business, which needs no subscription of the customer's account. */
  postAccountEvent(businessId: string, value: Record<string, unknown>): Promise<CallbackOutcome>;
  /** A change about a number, by default of its messages; `null` if the app is not subscribed to its account. */
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

  async function postEntry(entry: { id: string; time?: number; changes: object[] }, times: number) {
    if (!state.whatsapp.businessAccounts.get(entry.id)?.subscribed) return null;
    const body = webhookBody({ object: 'whatsapp_business_account', entry: [entry] });
    const signature = signWebhook(body, appSecret);
    let outcome = await postRaw(entry.id, body, signature, {});
    for (let i = 1; i < times; i++) outcome = await postRaw(entry.id, body, signature, {});
    return outcome;
  }

  return {
    postField: (wabaId, field, value) =>
      postEntry({ id: wabaId, time: Math.floor(Date.now() / 1000), changes: [{ value, field }] }, 1),
    postAccountEvent(id, value) {
      const entry = { id, time: Math.floor(Date.now() / 1000), changes: [{ value, field: 'account_update' }] };
      const body = webhookBody({ object: 'whatsapp_business_account', entry: [entry] });
      return postRaw(null, body, signWebhook(body, appSecret), {});
    },
    postValue(number, given, { field = 'messages', times = 1 } = {}) {
      const metadata = { display_phone_number: number.number, phone_number_id: number.id };
      const value = { messaging_product: 'whatsapp', metadata, ...given };
      return postEntry({ id: number.wabaId, changes: [{ value, field }] }, times);
    },
    postRaw,
  };
}
