import { invalidField } from '@parley/common/errors';

/** What an address that may not be called would have to be ("must be …"), or null. */
export type RefuseUrl = (url: string) => Promise<string | null>;

/** Resolves when webhooks may go to this address. Errors: invalid_webhook_url, naming the reason. */
export type CheckWebhookUrl = (url: string) => Promise<void>;

/**
 * Holds a webhook address to the egress rules when it is set; they hold again when a socket connects
 * (docs/reference/webhook-delivery.md#egress-rules).
 */
export function makeCheckWebhookUrl(refuseUrl: RefuseUrl): CheckWebhookUrl {
  return async (url) => {
    const reason = await refuseUrl(url);
    if (reason !== null) throw invalidField('webhook_url', `webhook_url ${reason}.`);
  };
}
