import { invalidField } from '@parley/common/errors';
import { refuseUrl } from '../adapters/refuse-url.ts';
import type { AccountsService } from '../service.ts';

/** Checks the webhook URL of a key when it is set. Errors: invalid_webhook_url. */
export async function checkWebhookUrl({ egress }: AccountsService, url: string): Promise<void> {
  const reason = await refuseUrl(egress, url);
  if (reason !== null) throw invalidField('webhook_url', `webhook_url ${reason}.`);
}
