import type { webhook } from '@parley/common/contracts/account/webhook';
import type { OutputOf } from '@parley/common/define-contract';
import type { Key } from './key.ts';

/** A key's webhook as it is stored. */
export type KeyWebhook = Pick<Key, 'webhookUrl' | 'events'> & {
  isPaused: boolean;
  reason: OutputOf<typeof webhook>['reason'];
};

export const toKeyWebhook = ({ webhookUrl, events, isPaused, reason }: KeyWebhook): OutputOf<typeof webhook> => {
  const status = isPaused ? 'paused' : 'active';
  return { ok: true, url: webhookUrl, events, status: webhookUrl === null ? 'none' : status, reason };
};

/**
 * Why a key may not set its own webhook to this address, or null
 * (docs/reference/webhook-delivery.md#setting-it-with-the-key).
 */
export function refuseWebhook(
  { setWebhookEnabled, webhookUrl }: Pick<Key, 'setWebhookEnabled' | 'webhookUrl'>,
  { url, replace }: { url: string | null; replace: boolean },
): 'set_webhook_not_allowed' | 'webhook_in_use' | null {
  if (!setWebhookEnabled) return 'set_webhook_not_allowed';
  const isOther = webhookUrl !== null && webhookUrl !== url;
  return isOther && !replace ? 'webhook_in_use' : null;
}
