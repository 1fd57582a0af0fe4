import type { CallbackOutcome } from '../../../../callbacks/callback-sender.ts';
import type { GrantedAccount } from '../../state/page.ts';
import { signWebhook, webhookBody } from '../sign-webhook.ts';
import type { MetaWebhooks } from '../whatsapp/post-webhook.ts';

export interface PageWebhookOptions {
  /** How often the same webhook is delivered; default 1. */
  times?: number;
  /**
   * ig: the event as `messaging` element, as `changes` element, or with field and value in the entry itself. `standby`:
   * another app has the thread.
   */
  form?: 'messaging' | 'changes' | 'entry' | 'standby';
}

/** Posts the webhooks of pages and Instagram accounts; null if nothing is subscribed to them. */
export type PageWebhooks = ReturnType<typeof makePageWebhooks>;

/** Builds on the poster that signs and retries. */
export function makePageWebhooks(deps: {
  webhooks: MetaWebhooks;
  appSecret: string;
  instagramSecret: string;
  now: () => number;
}) {
  async function post(
    granted: GrantedAccount,
    entry: Record<string, unknown>,
    times: number,
  ): Promise<CallbackOutcome> {
    const object = granted.channel === 'fb' ? 'page' : 'instagram';
    const body = webhookBody({ object, entry: [{ id: granted.account, ...entry }] });
    const isOfInstagram = granted.page.login?.signsWith === 'instagram';
    const signature = signWebhook(body, isOfInstagram ? deps.instagramSecret : deps.appSecret);
    let outcome = await deps.webhooks.postRaw(null, body, signature, {});
    for (let i = 1; i < times; i++) outcome = await deps.webhooks.postRaw(null, body, signature, {});
    return outcome;
  }

  return {
    async postMessaging(
      granted: GrantedAccount,
      field: string,
      event: Record<string, unknown>,
      { times = 1, form = 'messaging' }: PageWebhookOptions = {},
    ): Promise<CallbackOutcome | null> {
      // An account that allows no access to its messages gets no webhooks of them.
      if (granted.page.login?.refusal === 'no_access') return null;
      if (!isSubscribed(granted, form === 'standby' ? 'standby' : field)) return null;
      if (form === 'standby') return post(granted, { time: deps.now(), standby: [event] }, times);
      if (form !== 'messaging') return post(granted, { time: deps.now(), changes: [{ field, value: event }] }, times);
      return post(granted, { time: deps.now(), messaging: [event] }, times);
    },
    async postChange(
      granted: GrantedAccount,
      field: string,
      value: Record<string, unknown>,
      { times = 1, form = granted.page.login ? 'entry' : 'changes' }: PageWebhookOptions = {},
    ): Promise<CallbackOutcome | null> {
      if (!isSubscribed(granted, field)) return null;
      const time = Math.floor(deps.now() / 1000);
      return post(granted, form === 'entry' ? { time, field, value } : { time, changes: [{ field, value }] }, times);
    },
  };
}

/**
 * A page is subscribed field by field; the events of its Instagram account follow the page's subscription as a whole.
 */
function isSubscribed({ channel, page }: GrantedAccount, field: string): boolean {
  if (channel === 'ig') return page.subscribedFields !== null;
  return page.subscribedFields?.includes(field) === true;
}
